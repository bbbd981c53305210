-- title: The failure that most runs of a task share
--
-- One row a task version with failures: the check and message (numbers masked) that the most valid agent runs have in common, how many runs and how many different
-- agents or models show it, and of how many valid runs. Messages that only say that a deliverable is missing don't count: an agent that got nowhere leaves
-- nothing, whatever the task. Runs of several agents that fail in the same way, with work delivered, speak against the task rather than against the agents.
with failures as (
    select m.task_id, m.task_version, m.check_name, lower(regexp_replace(left(coalesce(m.message, m.trace, ''), 160), '0x[0-9a-f]+|\d+', '#', 'g')) as said, m.run_id, concat_ws('/', r.agent, r.model) as who
    from check_matrix m join runs r using (run_id) where m.status in ('failed', 'error')
), grouped as (
    select task_id, task_version, check_name, said, count(distinct run_id) as runs, count(distinct who) as agents from failures
    where said <> '' and not regexp_matches(said, 'does not exist|no such file|filenotfound|not exist|modulenotfound|could not import|connection refused')
    group by all
)
select g.*, t.valid from grouped g join task_rates t on t.task_id = g.task_id and t.task_version is not distinct from g.task_version
qualify row_number() over (partition by g.task_id, g.task_version order by g.agents >= 2 desc, g.runs desc, g.check_name) = 1
