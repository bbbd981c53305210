-- title: A check that always passes, doing nothing included
-- kind: grader.always_passes
-- severity: suspicious
-- confidence: 0.8
-- scope: task
--
-- Every valid agent run passes it, at least three, and the do-nothing run too: it carries no information and gives points away.
-- Not: a check that everybody passes but that doing nothing fails; that one is easy, not dead. Checks with a named reason for the
-- do-nothing pass are notes.
-- Evidence: the do-nothing runs that pass it, and one agent run.
with shown as (
    select run_id, task_id, task_version, check_name, format('{} passes in a run that does nothing', check_name) as quote from run_checks where kind = 'noop' and status = 'passed' and verdict <> 'invalid'
    union all
    select min(run_id), task_id, task_version, check_name, format('{} passes, as in every agent run', check_name) from check_matrix where status = 'passed' group by task_id, task_version, check_name
)
select c.task_id, c.task_version, c.check_name, c.n as runs_affected, c.n as runs_total,
       case when d.noop_reason is not null then 'note' else 'suspicious' end as severity,
       format('passes in all {} valid runs and in the do-nothing run{}', c.n, coalesce('; the author''s reason: ' || d.noop_reason, '')) as explanation,
       s.run_id as evidence_run, 'check' as channel, s.quote
from check_rates c left join declared_checks d on d.task_id = c.task_id and d.task_version is not distinct from c.task_version and d.check_name = c.check_name
join shown s on s.task_id = c.task_id and s.task_version is not distinct from c.task_version and s.check_name = c.check_name
where c.n >= 3 and c.passed = c.n and c.noop_passes
