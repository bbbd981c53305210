-- title: Failed agent runs of each task, and how many of them got nowhere
--
-- One row a task version with failed runs: `failed`, those of them whose grader kept any message (`told`), and those of `nowhere_runs` (`nowhere`).
with words as (
    select run_id, bool_or(coalesce(message, trace, '') <> '') as told from check_matrix where status in ('failed', 'error') group by run_id
)
select r.task_id, r.task_version, count(*) as failed, count(*) filter (w.told) as told, count(n.run_id) as nowhere
from runs r left join words w using (run_id) left join nowhere_runs n using (run_id)
where r.kind = 'agent' and r.verdict = 'failed' group by r.task_id, r.task_version
