-- title: One check decides the score
-- kind: calibration.bottleneck
-- severity: note
-- confidence: 0.8
-- scope: task
--
-- The check with the lowest pass rate, at most the upper end of the band, while the others pass nearly always or fail only where it fails.
-- The task measures what this check measures: is that what it is meant to test?
select c.task_id, c.task_version, c.check_name, c.n - c.passed as runs_affected, c.n as runs_total,
       format('passes in {} of {} valid runs; without it {:.0f} % of the runs would pass.', c.passed, c.n, 100 * c.pass_rate_without) as explanation,
       c.pass_rate_without as without
from check_rates c where c.role = 'bottleneck' and c.n >= 3
