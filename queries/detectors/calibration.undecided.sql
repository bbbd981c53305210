-- title: Too few runs to say whether the pass rate is in the band
-- kind: calibration.undecided
-- severity: note
-- confidence: 0.9
-- scope: task
--
-- The posterior of the pass rate neither lies in the wanted band with 80 % nor out of it. `triage plan` says how many more runs would decide.
select task_id, task_version, passed as runs_affected, valid as runs_total, 'unknown' as status,
       format('{} of {} valid runs pass; P(in the band {:.0f} to {:.0f} %) = {:.2f}.', passed, valid, 100 * band_low, 100 * band_high, p_in) as explanation
from task_rates where decision = 'undecided' and valid > 0
