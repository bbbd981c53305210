-- title: The conversation outgrew the model's window
-- kind: provider.context_overflow
-- severity: note
-- confidence: 0.85
-- scope: run
--
-- Finds runs that ended because a request was longer than the model's window. It is a budget of agent and harness: the run stays in the rates. On the first turn it is suspicious: then the prompt or the harness is too large.
-- Not: compaction that worked; throttling worded as too many tokens; one text longer than a field allows.
select run_id, step, channel, quote, file, line, case when turns <= 1 and run_id in (select run_id from run_life where recorded) then 'suspicious' else 'note' end as severity
from words where not names_grader(said) and says_context_overflow
union all
select e.run_id, e.step, e.channel, e.text, e.file, e.line, 'note' from run_events e where e.channel = 'limit' and e.code = 'context'
union all
select run_id, step, channel, quote, file, line, 'note' from unnamed where status in (413)
union all
select run_id, step, channel, quote, file, line, 'note' from unnamed_kind where kind = 'provider.context_overflow'
