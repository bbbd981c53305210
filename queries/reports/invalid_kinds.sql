-- title: Invalid runs by kind and suite
--
-- One row a kind and suite: how many runs, of how many, and one of them.
select r.invalid_kind as kind, coalesce(r.suite, '') as suite, count(*) as runs, any_value(t.total) as of, count(distinct r.task_id) as tasks, min(r.run_id) as example
from runs r join (select coalesce(suite, '') as suite, count(*) as total from runs group by 1) t on t.suite = coalesce(r.suite, '')
where r.verdict = 'invalid'
group by all order by runs desc, kind
