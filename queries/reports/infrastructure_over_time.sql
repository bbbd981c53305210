-- title: Invalid runs by day
--
-- Parameter task (null: all). One row a suite and day on which a run was invalid: how many runs started, how many of them were invalid,
-- over how many tasks and hosts, and the most frequent kind. Many tasks on one day speak for provider, network or host, not for a task.
select coalesce(suite, '') as suite, left(started_at, 10) as day, count(*) as runs, count(*) filter (verdict = 'invalid') as invalid,
       count(distinct task_id) filter (verdict = 'invalid') as tasks, count(distinct host) filter (verdict = 'invalid') as hosts, mode(invalid_kind) filter (verdict = 'invalid') as kind
from runs where started_at is not null and kind = 'agent' and ($task is null or task_id = $task)
group by all having count(*) filter (verdict = 'invalid') > 0 order by suite, day
