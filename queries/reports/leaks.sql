-- title: Leaks and cheating
--
-- Findings of this section with the columns of the query `findings`, the loudest first.
select finding_id, scope, kind, severity, status, confidence, task_id, task_version, run_id, check_name as "check", title, explanation, runs_affected, runs_total, evidence, detector, detector_version
from findings where (kind like 'leak.%' or kind like 'cheat.%' or kind = 'grader.ground_truth_reachable') and severity <> 'note' and status = 'match'
order by case severity when 'invalid' then 0 when 'problem' then 1 when 'suspicious' then 2 else 3 end, confidence desc, task_id, "check", run_id, task_version, finding_id
