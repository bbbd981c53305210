-- title: Runs, as `triage runs` lists them
--
-- One row a run with the columns of the output contract. Labels and clusters are lists.
select r.run_id, r.task_id, r.task_version, r.kind, r.suite, r.model, r.agent, r.attempt, r.verdict, r.score, r.passed, r.invalid_kind, r.exit_status,
       coalesce(s.steps, 0) as steps, coalesce(c.calls, 0) as tool_calls,
       coalesce(k.passed, 0) as checks_passed, coalesce(k.failed, 0) as checks_failed, coalesce(k.total, 0) as checks_total,
       r.started_at, r.duration_s, r.tokens_in, r.tokens_out, r.cost_usd, r.host, r.source, r.truncated,
       coalesce(l.labels, []) as labels, coalesce(g.clusters, []) as clusters
from runs r
left join (select run_id, count(*) as steps from steps group by run_id) s using (run_id)
left join (select run_id, count(*) as calls from tool_calls group by run_id) c using (run_id)
left join (
    select run_id, count(*) filter (status = 'passed') as passed, count(*) filter (status in ('failed', 'error')) as failed, count(*) as total from run_checks group by run_id
) k using (run_id)
left join (select run_id, list(distinct verdict order by verdict) as labels from newest_labels where verdict <> 'withdrawn' group by run_id) l using (run_id)
left join (select run_id, list(cluster_id order by cluster_id) as clusters from cluster_members group by run_id) g using (run_id)
order by r.task_id, r.task_version, r.kind, r.attempt, r.run_id
