-- title: Too hard for its band
-- kind: calibration.too_hard
-- severity: note
-- confidence: 0.9
-- scope: task
--
-- The pass rate of valid agent runs lies below the wanted band: at most 20 % of the posterior is inside it.
-- Also told, as likely only, where none of at least five runs passes and P(below) is 0.7 or more.
-- Posterior: Beta(passed + 1/2, failed + 1/2). Look at contract and grader findings first: a task that nobody can pass is not hard.
select task_id, task_version, 1 - p_in as confidence, valid - passed as runs_affected, valid as runs_total,
       format('{} of {} valid runs pass ({:.0f} %, 95 % interval {:.0f} to {:.0f} %); the band is {:.0f} to {:.0f} %. P(below) = {:.2f}.',
              passed, valid, 100 * pass_rate, 100 * ci_low, 100 * ci_high, 100 * band_low, 100 * band_high, p_below) as explanation
from task_rates where decision = 'too_hard'
union all
select task_id, task_version, p_below, valid, valid, format('none of {} valid runs passes; not decided yet, but P(below the band) = {:.2f}.', valid, p_below)
from task_rates where decision = 'undecided' and passed = 0 and valid >= 5 and p_below >= 0.7
