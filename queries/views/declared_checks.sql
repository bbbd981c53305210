-- title: Checks that a task declares, for each version that runs have
--
-- A folder without a declared version serves every version of the task.
select v.task_id, v.task_version, c.check_name, any_value(c.check_group) as check_group, any_value(c.weight) as weight, any_value(c.hidden) as hidden, any_value(c.noop_reason) as noop_reason
from tasks v join task_checks c on c.task_id = v.task_id and (c.task_version is not distinct from v.task_version or c.task_version is not distinct from v.told_version)
group by v.task_id, v.task_version, c.check_name
