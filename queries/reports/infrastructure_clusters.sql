-- title: Invalid runs that cluster in an hour, on a host or in an image
--
-- Parameter task (null: all). One row a kind and place (an hour, a host, an agent) where three or more unrelated tasks have invalid runs
-- and at least twice the share of the suite at large: the cause lies there, not in the tasks.
with base as (
    select run_id, task_id, coalesce(suite, '') as suite, verdict = 'invalid' as invalid, invalid_kind, strftime(try_cast(started_at as timestamp), '%Y-%m-%d %H:00') as hour, host, agent
    from runs where kind = 'agent' and ($task is null or task_id = $task)
), places as (
    select *, 'hour' as what, hour as place from base where hour is not null
    union all select *, 'host', host from base where host is not null
    union all select *, 'agent', agent from base where agent is not null
), shares as (
    select suite, count(*) as runs, count(*) filter (invalid) as invalid from base group by suite
), counted as (
    select suite, what, place, mode(invalid_kind) filter (invalid) as kind, count(*) as runs, count(*) filter (invalid) as invalid, count(distinct task_id) filter (invalid) as tasks, min(run_id) filter (invalid) as example from places group by all
)
select c.kind, c.suite, c.what, c.place, c.invalid as runs, c.runs as "of", c.tasks, c.example
from counted c join shares s using (suite)
where c.tasks >= 3 and c.invalid < s.invalid + 1 and c.runs < s.runs and c.invalid * s.runs >= 2 * s.invalid * c.runs
order by c.invalid desc, c.kind, c.place
