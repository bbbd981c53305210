-- title: The model's replies were empty
-- kind: model_io.empty_response
-- severity: suspicious
-- confidence: 0.75
-- scope: run
--
-- Finds three or more empty replies in a row, of at most one token and without a call, and endings that the harness names so. If they end the run and no token was used at all the run is invalid: the model was served wrongly.
-- Not: an empty text beside a call; one empty turn after the answer was handed in.
with turns as (
    select s.run_id, s.step, s.file, s.line, s.text = '' and coalesce(s.tokens_out, 0) <= 1 and s.reasoning is null and c.step is null as empty, row_number() over (partition by s.run_id order by s.step) as n
    from steps s left join (select distinct run_id, step from tool_calls) c on c.run_id = s.run_id and c.step = s.step
    where s.role = 'assistant' and not s.synthetic and s.branch is null
), islands as (
    select run_id, count(*) as length, min(step) as step, max(step) as last, any_value(file) as file, min(line) as line
    from (select *, n - row_number() over (partition by run_id order by n) as island from turns where empty) group by run_id, island having count(*) >= 3
)
select i.run_id, i.step, 'step' as channel, i.length || ' empty replies in a row' as quote, i.file, i.line,
       case when i.last = l.last_turn and coalesce(l.tokens_out, 0) = 0 and l.turns = 0 then 'invalid' else 'suspicious' end as severity
from islands i join run_life l using (run_id)
union all
select run_id, step, channel, quote, file, line, case when run_id in (select run_id from run_life where recorded and turns = 0) then 'invalid' else 'suspicious' end
from words where says_empty_response(said)
union all
select run_id, step, channel, quote, file, line, 'suspicious' from unnamed_kind where kind = 'model_io.empty_response'
