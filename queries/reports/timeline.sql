-- title: Runs over time and by host
--
-- Parameter task (null: all). One row a run that has a start, in the order of time: where it ran (host, else its suite) and its verdict.
select run_id, task_id, try_cast(started_at as timestamp) as "at", coalesce(host, suite, 'unknown') as place, host is not null as has_host, verdict, invalid_kind
from runs where ($task is null or task_id = $task) and try_cast(started_at as timestamp) between timestamp '1970-01-01' and timestamp '2200-01-01'
order by "at", run_id
