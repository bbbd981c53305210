-- title: Findings, as `triage findings` lists them
--
-- One row a finding with the columns of the output contract, the loudest first. Evidence is a JSON array.
select finding_id, scope, kind, severity, status, confidence, task_id, task_version, run_id, check_name as "check", title, explanation,
       runs_affected, runs_total, evidence, detector, detector_version
from findings
order by case severity when 'invalid' then 0 when 'problem' then 1 when 'suspicious' then 2 else 3 end, scope desc, task_id, kind, confidence desc, run_id, "check", task_version, finding_id
