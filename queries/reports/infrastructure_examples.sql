-- title: Examples of each kind of infrastructure failure
--
-- Parameters task (null: all) and most: that many findings of each kind, the surest first, with the columns of the query `findings`.
select finding_id, scope, kind, severity, status, confidence, task_id, task_version, run_id, check_name as "check", title, explanation, runs_affected, runs_total, evidence, detector, detector_version
from findings where scope = 'run' and severity = 'invalid' and status = 'match' and ($task is null or task_id = $task)
qualify row_number() over (partition by kind order by confidence desc, run_id) <= coalesce($most, 2)
order by kind, confidence desc, run_id, task_version, finding_id
