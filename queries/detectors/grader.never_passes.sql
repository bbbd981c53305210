-- title: No valid run ever passes
-- kind: grader.never_passes
-- severity: suspicious
-- confidence: 0.6
-- scope: task
-- needs: grader.crashes grader.crashes_in_own_files grader.limits_conflict grader.loses_log_lines
--
-- A check that fails in every valid agent run, at least three: a problem where the reference run fails it too or there is none, else suspicious: with a
-- reference that passes it may be hard but possible, or the reference may know what nobody was told.
-- Only suspicious where a sharper finding says why: a grader that dies or loses results, a wanted constant that contradicts the data.
-- Not: checks that only error or are skipped after an earlier failure.
with explained as (
    select task_id, task_version from findings where scope = 'task' and kind in ('grader.crashes', 'grader.loses_results', 'grader.threshold_conflict') and severity = 'problem'
    union
    select task_id, task_version from judgements where kind in ('grader.threshold_conflict', 'grader.loses_results', 'contract.contradicted') and severity = 'problem'
)
select task_id, task_version, check_name, n as runs_affected, n as runs_total,
       case when reference_passes or exists (select 1 from explained e where e.task_id = k.task_id and e.task_version is not distinct from k.task_version) then 'suspicious' else 'problem' end as severity,
       case when reference_passes = false then 0.85 when reference_passes then 0.3 else 0.5 end as confidence,
       format('fails in all {} valid runs; {}', n, case when reference_passes = false then 'the reference fails it too' when reference_passes then 'the reference passes it' else 'there is no reference run' end) as explanation,
       (select min(c.run_id) from run_checks c join runs r using (run_id) where r.kind = 'agent' and r.verdict in ('passed', 'failed') and r.task_id = k.task_id and r.task_version is not distinct from k.task_version and c.check_name = k.check_name and c.status <> 'passed') as evidence_run,
       'check' as channel, 'never passed' as quote
from check_rates k where n >= 3 and passed = 0 and cascade_of is null
union all
select r.task_id, r.task_version, null, r.valid, r.valid,
       case when c.reference_passed > 0 or exists (select 1 from explained e where e.task_id = r.task_id and e.task_version is not distinct from r.task_version) then 'suspicious' else 'problem' end,
       case when c.reference_runs > 0 and c.reference_passed = 0 then 0.85 when c.reference_passed > 0 then 0.3 else 0.5 end,
       format('none of {} valid runs passes; {}', r.valid, case when c.reference_runs > 0 and c.reference_passed = 0 then 'nor does the reference' when c.reference_passed > 0 then 'the reference does' else 'there is no reference run' end),
       (select min(x.run_id) from runs x where x.kind = 'agent' and x.verdict = 'failed' and x.task_id = r.task_id and x.task_version is not distinct from r.task_version), 'grader_result', 'not passed'
from task_rates r join task_counts c on c.task_id = r.task_id and c.task_version is not distinct from r.task_version
where r.valid >= 3 and r.passed = 0
