-- title: Runs of each task version by kind and verdict
--
-- One row a task version: agent runs (all, valid, invalid, ungraded, passed), reference and no-op runs, and its band.
select t.task_id, t.task_version, coalesce(any_value(t.suite), any_value(r.suite)) as suite,
       count(*) filter (r.kind = 'agent') as runs,
       count(*) filter (r.kind = 'agent' and r.verdict in ('passed', 'failed')) as valid,
       count(*) filter (r.kind = 'agent' and r.verdict = 'invalid') as invalid,
       count(*) filter (r.kind = 'agent' and r.verdict = 'ungraded') as ungraded,
       count(*) filter (r.kind = 'agent' and r.verdict = 'passed') as passed,
       count(*) filter (r.kind = 'reference' and r.verdict <> 'invalid') as reference_runs,
       count(*) filter (r.kind = 'reference' and r.verdict = 'passed') as reference_passed,
       count(*) filter (r.kind = 'noop' and r.verdict <> 'invalid') as noop_runs,
       max(r.score) filter (r.kind = 'noop' and r.verdict <> 'invalid') as noop_score,
       avg(r.score) filter (r.kind = 'agent' and r.verdict in ('passed', 'failed')) as mean_score,
       avg(r.cost_usd) filter (r.kind = 'agent') as mean_cost, avg(r.duration_s) filter (r.kind = 'agent') as mean_duration,
       coalesce(t.band_low, 0.1) as band_low, coalesce(t.band_high, 0.4) as band_high, t.band_low is not null or t.band_high is not null as band_declared, t.scoring, t.hint_level, t.origin
from tasks t left join runs r on r.task_id = t.task_id and r.task_version is not distinct from t.task_version
group by all
