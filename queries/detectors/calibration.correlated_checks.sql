-- title: Checks that always fall together
-- kind: calibration.correlated_checks
-- severity: note
-- confidence: 0.7
-- scope: task
--
-- Two checks fail in exactly the same valid runs, at least three of them, and not in all: one mistake is counted twice.
-- Not: a check that only errors or is skipped where an earlier one fails; that is a cascade.
select task_id, task_version, check_name, n - passed as runs_affected, n as runs_total,
       format('fails in the same {} of {} runs as {}.', n - passed, n, same_as) as explanation
from check_rates where same_as is not null and cascade_of is null
