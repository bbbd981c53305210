-- title: What the ship gate of a task version looks at
--
-- One row a task version: counts and findings that the six conditions are decided from, with the time of its newest run.
select c.task_id, c.task_version, c.valid, c.passed, c.invalid, c.runs, c.reference_runs, c.reference_passed, c.noop_runs, c.noop_score, c.band_low, c.band_high, c.band_declared, c.scoring,
       r.pass_rate, r.p_in, r.p_below, r.p_above, r.decision,
       (select max(x.started_at) from runs x where x.task_id = c.task_id and x.task_version is not distinct from c.task_version) as newest_run,
       (select list({'check': f.check_name, 'kind': f.kind, 'severity': f.severity, 'title': f.title, 'explanation': f.explanation, 'finding_id': f.finding_id} order by f.kind, f.check_name)
        from findings f where f.scope = 'task' and f.status = 'match' and f.task_id = c.task_id and f.task_version is not distinct from c.task_version
          and (f.kind like 'contract.%' or f.kind like 'grader.%')) as findings,
       (select list({'run_id': x.run_id, 'verdict': n.verdict, 'origin': n.origin, 'stale': n.stale})
        from runs x left join newest_labels n on n.run_id = x.run_id and n.verdict <> 'withdrawn'
        where x.task_id = c.task_id and x.task_version is not distinct from c.task_version and x.kind = 'agent' and x.verdict = 'failed') as failures,
       (select list({'check': k.check_name, 'reason': k.noop_reason}) from (
            select distinct check_name, noop_reason from run_checks k where k.kind = 'noop' and k.verdict <> 'invalid' and k.status = 'passed' and k.task_id = c.task_id and k.task_version is not distinct from c.task_version
       ) k) as noop_checks
from task_counts c left join task_rates r on r.task_id = c.task_id and r.task_version is not distinct from c.task_version
where ($task is null or c.task_id = $task)
order by c.task_id, newest_run, c.task_version
