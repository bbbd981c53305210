-- title: The failure that most runs of a task share
--
-- One row a task version with failures: the check and message (numbers masked) that the most valid agent runs have in common, how many `runs` and how many different
-- `agents` or models (dates of their releases apart) show it, of how many `telling` failures of that check, how many runs are `failing` it at all, and of how many `valid` ones.
-- A failure tells where the grader kept a message and the run delivered work: a run of `nowhere_runs` got nowhere, and a program that does not
-- run is the agent's own fault, whatever the task. Different agents that fail alike, with work delivered, speak against the task rather than against the agents.
with failures as (
    select m.task_id, m.task_version, m.check_name, m.run_id, concat_ws('/', r.agent, regexp_replace(lower(r.model), '^.*/|([-@]\d{6,8}|-latest|-0)$', '', 'g')) as who,
           lower(regexp_replace(left(coalesce(m.message, m.trace, ''), 160), '0x[0-9a-f]+|\d+', '#', 'g')) as said
    from check_matrix m join runs r using (run_id) where m.status in ('failed', 'error')
), telling as (
    select * from failures
    where said <> '' and run_id not in (select run_id from nowhere_runs)
      and not regexp_matches(said, 'modulenotfound|could not import|connection ?refused|fail\w* with error|traceback|syntaxerror|compil\w+ (failed|error)|non-?zero')
), counted as (
    select task_id, task_version, check_name, count(distinct run_id) as failing from failures group by all
), grouped as (
    select task_id, task_version, check_name, said, count(distinct run_id) as runs, count(distinct who) as agents,
           sum(count(distinct run_id)) over (partition by task_id, task_version, check_name) as telling
    from telling group by task_id, task_version, check_name, said
)
select g.task_id, g.task_version, g.check_name, g.said, g.runs, g.agents, g.telling::bigint as telling, c.failing, t.valid
from grouped g
join counted c on c.task_id = g.task_id and c.task_version is not distinct from g.task_version and c.check_name = g.check_name
join task_rates t on t.task_id = g.task_id and t.task_version is not distinct from g.task_version
qualify row_number() over (partition by g.task_id, g.task_version order by g.agents >= 2 desc, g.runs / (g.telling + 1) * c.failing desc, g.check_name, g.said) = 1
