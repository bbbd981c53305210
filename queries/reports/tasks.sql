-- title: Tasks, as `triage tasks` ranks them
--
-- One row a task version with the columns of the output contract, the most suspicious first.
select c.task_id, c.task_version, c.suite, c.runs, c.valid, c.invalid, c.passed, r.pass_rate, r.ci_low, r.ci_high, r.bound_low, r.bound_high,
       d.discrimination, coalesce(s.suspicion, 0) as suspicion, coalesce(s.reasons, []) as reasons, coalesce(s.flagged_checks, []) as flagged_checks,
       coalesce(l.labelled, 0) as labelled, coalesce(l.unread, 0) as unread, r.decision as calibration, s.explanation
from task_counts c
left join task_rates r on r.task_id = c.task_id and r.task_version is not distinct from c.task_version
left join task_suspicion s on s.task_id = c.task_id and s.task_version is not distinct from c.task_version
left join task_discrimination d on d.task_id = c.task_id and d.task_version is not distinct from c.task_version
left join (
    select r.task_id, r.task_version, count(*) filter (n.run_id is not null) as labelled, count(*) filter (n.run_id is null and r.verdict = 'failed' and r.kind = 'agent') as unread
    from runs r left join (select distinct run_id from newest_labels where verdict <> 'withdrawn') n using (run_id) group by all
) l on l.task_id = c.task_id and l.task_version is not distinct from c.task_version
order by suspicion desc, c.task_id, c.task_version
