-- title: Checks, each with the run that it belongs to
--
-- The rows of `checks`, those of a grading report given to the run that it grades. Weight and group come from the task's own
-- declaration where the grader does not state them.
select coalesce(k.run_id, c.run_id) as run_id, r.task_id, r.task_version, r.kind, r.verdict,
       c.* exclude (run_id, source_id, weight, check_group),
       coalesce(c.weight, t.weight) as weight, coalesce(c.check_group, t.check_group) as check_group, t.hidden, t.noop_reason
from checks c
left join run_links k on k.result_run_id = c.run_id
join runs r on r.run_id = coalesce(k.run_id, c.run_id)
left join declared_checks t on t.task_id = r.task_id and t.task_version is not distinct from r.task_version and t.check_name = c.check_name
