-- title: Findings about tasks
--
-- Task-scope findings without their evidence: what the suspicion of a task is made from.
select task_id, task_version, kind, severity, status, confidence, check_name, title from findings where scope = 'task'
