-- title: The reference solution fails
-- kind: grader.reference_fails
-- severity: problem
-- confidence: 0.9
-- scope: task
-- needs: grader.reward_missing
--
-- A reference (oracle, gold) run of this version, not killed by infrastructure, does not pass: per check where checks are recorded.
-- Agents are then measured against something that the author's own solution does not reach. Fails in all reference runs: the
-- check or the reference is wrong; in some: one of them is flaky (see grader.nondeterministic).
-- A grader that dies of its own fault on the reference counts, though the run is invalid.
-- Not: a reference run that infrastructure killed; those are invalid and don't count.
with reference as (
    select run_id, task_id, task_version, score, verdict, host from runs r
    where kind = 'reference' and (verdict in ('passed', 'failed')
        or (verdict = 'invalid' and passed = false and invalid_kind in ('grader.signal_in_thread', 'grader.json_literal_nameerror', 'grader.syntax_error', 'grader.collection_error', 'grader.fixture_error', 'grader.encoding_error', 'grader.json_decode')
            and exists (select 1 from run_checks c where c.run_id = r.run_id and c.status in ('failed', 'error'))))
), failing as (
    select r.run_id, r.task_id, r.task_version, c.check_name, c.status, c.message
    from reference r join run_checks c using (run_id) where r.verdict <> 'passed' and c.status in ('failed', 'error')
    union all
    select r.run_id, r.task_id, r.task_version, null, 'failed', 'score ' || coalesce(r.score::varchar, 'none')
    from reference r where r.verdict <> 'passed' and not exists (select 1 from run_checks c where c.run_id = r.run_id and c.status in ('failed', 'error'))
), totals as (
    select task_id, task_version, count(*) as n from reference group by all
)
select f.task_id, f.task_version, f.check_name, f.run_id as evidence_run, 'check' as channel, coalesce(f.message, f.status) as quote, t.n as runs_total,
       least(0.98, 0.75 + 0.08 * count(*) over (partition by f.task_id, f.task_version, f.check_name)) as confidence,
       format('fails in {} of {} reference runs', count(*) over (partition by f.task_id, f.task_version, f.check_name), t.n) as explanation
from failing f join totals t on t.task_id = f.task_id and t.task_version is not distinct from f.task_version
