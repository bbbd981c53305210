-- title: Pass rates for the report's headline
--
-- Parameter task (null: all). One row a suite and model, and with a task one for each of its versions; agent runs only.
select case when $task is not null then coalesce(task_version, '') end as version, coalesce(suite, '') as suite, coalesce(model, agent, '') as model, count(*) as runs, count(*) filter (verdict in ('passed', 'failed')) as valid,
       count(*) filter (verdict = 'invalid') as invalid, count(*) filter (verdict in ('invalid', 'ungraded')) as unknown,
       count(*) filter (verdict = 'passed') as passed, count(*) filter (coalesce(passed, false)) as passed_raw
from runs where kind = 'agent' and ($task is null or task_id = $task)
group by all order by version, suite, model
