-- title: Too easy for its band
-- kind: calibration.too_easy
-- severity: note
-- confidence: 0.9
-- scope: task
--
-- The pass rate of valid agent runs lies above the wanted band: at most 20 % of the posterior is inside it.
-- Posterior: Beta(passed + 1/2, failed + 1/2). Says nothing about why; a check that gives credit for nothing, or a leak, can be the reason.
select task_id, task_version, 1 - p_in as confidence, passed as runs_affected, valid as runs_total,
       format('{} of {} valid runs pass ({:.0f} %, 95 % interval {:.0f} to {:.0f} %); the band is {:.0f} to {:.0f} %. P(above) = {:.2f}.',
              passed, valid, 100 * pass_rate, 100 * ci_low, 100 * ci_high, 100 * band_low, 100 * band_high, p_above) as explanation
from task_rates where decision = 'too_easy'
