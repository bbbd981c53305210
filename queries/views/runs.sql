-- title: Runs, one row each, with their verdict
--
-- The table that every listing and detector reads. A grading report that belongs to a run is merged into it. `verdict` is
-- passed, failed, invalid or ungraded; a person's label overrules an automatic `invalid`: `infra` sets it, any other label
-- takes it back. Columns: those of run_records, with task_version and attempt resolved, verdict, automatic_verdict, invalid_kind.
select r.* exclude (task_id, task_version, attempt, score, passed, source_id, result_only),
       v.task_id, v.task_version, a.attempt,
       coalesce(r.score, g.score) as score,
       coalesce(r.passed, g.passed) as passed,
       case when l.infra then 'invalid'
            when l.run_id is not null and o.automatic_verdict = 'invalid' then o.verdict_if_valid
            else coalesce(o.automatic_verdict, case when coalesce(r.passed, g.passed) then 'passed' when coalesce(r.passed, g.passed) = false then 'failed' else 'ungraded' end) end as verdict,
       o.automatic_verdict,
       case when l.infra then coalesce(o.invalid_kind, 'label.infra') when l.run_id is not null then null else o.invalid_kind end as invalid_kind,
       d.digest as run_digest, r.source_id
from run_records r
join run_versions v using (run_id)
join run_attempts a using (run_id)
left join run_digests d using (run_id)
left join outcomes o using (run_id)
left join (select k.run_id, any_value(s.score) as score, bool_or(s.passed) as passed from run_links k join run_records s on s.run_id = k.result_run_id group by k.run_id) g using (run_id)
left join current_labels l using (run_id)
where not exists (select 1 from run_links x where x.result_run_id = r.run_id)
