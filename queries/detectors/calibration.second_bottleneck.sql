-- title: A second check stands behind the first
-- kind: calibration.second_bottleneck
-- severity: note
-- confidence: 0.8
-- scope: task
--
-- A check that passes in at most 70 % of valid runs and fails in at least two in which the bottleneck does not: easing the
-- first check alone will not bring the pass rate up.
select c.task_id, c.task_version, c.check_name, c.n - c.passed as runs_affected, c.n as runs_total,
       format('passes in {} of {} valid runs, independently of {}.', c.passed, c.n, b.check_name) as explanation
from check_rates c join check_rates b on b.task_id = c.task_id and b.task_version is not distinct from c.task_version and b.role = 'bottleneck'
where c.role = 'second_bottleneck' and c.n >= 3
