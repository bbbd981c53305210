-- title: The one check that stops runs which do all else
--
-- One row a task version where three or more failed runs fail a single check and pass at least three others that take work (some valid run fails them, some passes): the check that
-- stops most such runs, how many `runs`, of how many `failed` valid ones, and how many checks take work (`demanding`). Such a run shows that its agent is able and that
-- it delivered; where several are stopped by the same check, the check decides rather than the agents. Checks that every run passes prove nothing of the kind.
with rated as (
    select task_id, task_version, check_name, count(*) filter (status = 'passed') as passed, count(*) filter (status in ('failed', 'error')) as failed
    from check_matrix group by task_id, task_version, check_name
), runs_ as (
    select m.run_id, m.task_id, m.task_version, count(*) filter (m.status in ('failed', 'error')) as failed, any_value(m.check_name) filter (m.status in ('failed', 'error')) as check_name,
           count(*) filter (m.status = 'passed' and r.failed > 0) as demanding
    from check_matrix m join rated r on r.task_id = m.task_id and r.task_version is not distinct from m.task_version and r.check_name = m.check_name
    where m.verdict = 'failed' group by m.run_id, m.task_id, m.task_version
), counted as (
    select task_id, task_version, check_name, count(*) as runs, max(demanding) as demanding from runs_ where failed = 1 and demanding >= 3 group by task_id, task_version, check_name
)
select c.task_id, c.task_version, c.check_name, c.runs, f.failed, c.demanding
from counted c join (select task_id, task_version, count(*) as failed from runs_ group by task_id, task_version) f on f.task_id = c.task_id and f.task_version is not distinct from c.task_version
where c.runs >= 3 qualify row_number() over (partition by c.task_id, c.task_version order by c.runs desc, c.check_name) = 1
