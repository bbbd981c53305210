-- title: Checks of a task, as `triage checks` shows them
--
-- Parameters task (null: every task) and version (null: every version). One row a check and task version with the columns of the output contract.
select c.task_id, c.task_version, c.check_name as "check", c.check_group as "group", c.weight, s.status_by_run, c.pass_rate, c.ci_low, c.ci_high, c.noop_passes, c.reference_passes,
       c.pass_rate_without, c.role, c.n, c.passed, c.cascade_of, c.same_as
from check_rates c
join (
    select task_id, task_version, check_name, map_from_entries(list((run_id, status) order by run_id)) as status_by_run, min(seq) as place
    from (select task_id, task_version, check_name, run_id, arg_min(status, seq) as status, min(seq) as seq from run_checks group by all) group by all
) s on s.task_id = c.task_id and s.task_version is not distinct from c.task_version and s.check_name = c.check_name
where ($task is null or c.task_id = $task) and ($version is null or c.task_version is not distinct from $version)
order by c.task_id, c.task_version, s.place, c.check_name
