-- title: What agents say at the end
--
-- One row an agent run with a verdict passed or failed and a last word of at most 6,000 characters: `final_answer`, `verdict`, `step` (the last turn) and the prompt of its task version.
-- Whether a run says there that it typed in or took its answer is judged by triage.audit.admissions.
select r.run_id, r.task_id, r.task_version, r.verdict, (select max(s.step) from steps s where s.run_id = r.run_id) as step, r.final_answer, t.prompt
from runs r left join tasks t on t.task_id = r.task_id and t.task_version is not distinct from r.task_version
where r.kind = 'agent' and r.verdict in ('passed', 'failed') and length(r.final_answer) between 12 and 6000
