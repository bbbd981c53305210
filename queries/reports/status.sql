-- title: What is in the store
--
-- One row: tasks, task versions, runs by verdict and kind, failing agent runs without a label, findings.
select (select count(distinct task_id) from tasks) as tasks, (select count(*) from tasks) as task_versions, count(*) as runs,
       count(*) filter (kind = 'agent') as agent_runs, count(*) filter (kind = 'reference') as reference_runs, count(*) filter (kind = 'noop') as noop_runs,
       count(*) filter (verdict = 'passed') as passed, count(*) filter (verdict = 'failed') as failed, count(*) filter (verdict = 'invalid') as invalid, count(*) filter (verdict = 'ungraded') as ungraded,
       count(*) filter (kind = 'agent' and verdict = 'failed' and run_id not in (select run_id from newest_labels where verdict <> 'withdrawn')) as unread,
       (select count(*) from findings where scope = 'task' and severity in ('problem', 'suspicious') and status = 'match') as task_findings,
       (select count(*) from sources) as sources, (select count(*) from sources where vanished) as vanished,
       (select count(*) from problems where severity = 'error') as problems
from runs
