-- title: Invalid runs by kind and suite
--
-- Parameter task (null: all). One row a kind and suite: how many runs, of how many, over how many tasks, and one of them.
select r.invalid_kind as kind, coalesce(r.suite, '') as suite, count(*) as runs, any_value(t.total) as "of", count(distinct r.task_id) as tasks, min(r.run_id) as example
from runs r join (select coalesce(suite, '') as suite, count(*) as total from runs where $task is null or task_id = $task group by 1) t on t.suite = coalesce(r.suite, '')
where r.verdict = 'invalid' and ($task is null or r.task_id = $task)
group by all order by runs desc, kind
