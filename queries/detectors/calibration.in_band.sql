-- title: Pass rate in the band
-- kind: calibration.in_band
-- severity: note
-- confidence: 0.9
-- scope: task
--
-- At least 80 % of the posterior Beta(passed + 1/2, failed + 1/2) of the pass rate of valid agent runs lies in the wanted band.
select task_id, task_version, p_in as confidence, passed as runs_affected, valid as runs_total,
       format('{} of {} valid runs pass ({:.0f} %); P(in the band {:.0f} to {:.0f} %) = {:.2f}.', passed, valid, 100 * pass_rate, 100 * band_low, 100 * band_high, p_in) as explanation
from task_rates where decision = 'in_band'
