-- title: Contracts that the prompt does not state
--
-- Findings of contract.* kinds with the columns of the query `findings`, the loudest first.
select finding_id, scope, kind, severity, status, confidence, task_id, task_version, run_id, check_name as "check", title, explanation, runs_affected, runs_total, evidence, detector, detector_version
from findings where kind like 'contract.%' and severity <> 'note' and status = 'match'
order by case severity when 'problem' then 1 when 'suspicious' then 2 else 3 end, confidence desc, task_id, "check", task_version, finding_id
