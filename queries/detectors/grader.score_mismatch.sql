-- title: The score can't be made from the checks
-- kind: grader.score_mismatch
-- severity: problem
-- confidence: 0.8
-- scope: task
-- needs: grader.loses_log_lines
--
-- The recorded score is neither what `all` scoring nor what the weights give: every reported check passes and the score is not full, a
-- check with weight fails and the score is full, or points were given though no check ran. A gate, a flag left out, or an id lost in between.
-- Suspicious where lost results (grader.loses_results) explain a score below what the reported checks give.
-- Not: a score that the weights, or equal weights, explain; runs with checks in error or infrastructure failures.
with sums as (
    select c.run_id, c.task_id, c.task_version, count(*) as checks, count(*) filter (c.status = 'passed') as passed,
           count(*) filter (c.status in ('failed', 'error')) as failed, count(*) filter (c.status = 'skipped') as skipped,
           sum(c.weight) as weight, sum(c.weight) filter (c.status = 'passed') as earned, bool_or(c.score is not null and c.score not in (0, 1)) as graded
    from run_checks c where c.verdict in ('passed', 'failed') group by all
), lacking as (
    -- Checks that most runs report and this one lacks explain a score below full: grader.section_missing tells that.
    select s.run_id from sums s join (
        select c.task_id, c.task_version, c.check_name, count(distinct c.run_id) as having from run_checks c where c.verdict in ('passed', 'failed') group by all
    ) k on k.task_id = s.task_id and k.task_version is not distinct from s.task_version
    join (select task_id, task_version, count(*) as n from sums group by all) t on t.task_id = s.task_id and t.task_version is not distinct from s.task_version
    where t.n >= 3 and k.having > 0.5 * t.n and s.failed = 0 and not exists (select 1 from run_checks c where c.run_id = s.run_id and c.check_name = k.check_name)
), judged as (
    select s.*, r.score, r.kind, t.scoring,
           case when s.failed = 0 and s.passed > 0 then 1.0 else 0.0 end as all_score,
           coalesce(s.earned, 0) / nullif(s.weight, 0) as weighted_score, s.passed / nullif(s.checks - s.skipped, 0) as mean_score
    from sums s join runs r using (run_id)
    left join tasks t on t.task_id = s.task_id and t.task_version is not distinct from s.task_version
    where r.score is not null and not s.graded and s.run_id not in (select run_id from lacking)
), wrong as (
    select *, case when passed = 0 and failed = 0 and score > 0 then 'points without a check that ran'
                   when failed = 0 and score < 0.999 then 'every reported check passes, the score is not full'
                   when failed > 0 and score >= 0.999 and coalesce(scoring, 'all') = 'all' then 'a check fails, the score is full'
                   when scoring = 'weighted' and weighted_score is not null and abs(score - weighted_score) > 0.01 then 'the weights give another score' end as what
    from judged
), told as (
    select task_id, task_version, run_id, format('score {:.3f}, {} of {} checks pass{}', score, passed, checks, coalesce(format(', weights give {:.3f}', weighted_score), '')) as quote, what
    from wrong where what is not null
    union all
    select r.task_id, r.task_version, r.run_id, format('score {:.3f}, no check ran', r.score), 'points without a check that ran'
    from runs r
    where r.score > 0 and (r.verdict in ('passed', 'failed') or r.invalid_kind like 'grader.%')
      and (exists (select 1 from run_checks c where c.task_id = r.task_id and c.task_version is not distinct from r.task_version)
           or exists (select 1 from declared_checks d where d.task_id = r.task_id and d.task_version is not distinct from r.task_version))
      and not exists (select 1 from run_checks c where c.run_id = r.run_id)
), graded as (
    select task_id, task_version, count(*) as n from runs where score is not null group by task_id, task_version
), counted as (
    select t.*, count(distinct t.run_id) over (partition by t.task_id, t.task_version) as k, count(distinct t.run_id) over (partition by t.task_id, t.task_version, t.what) as alike, g.n
    from told t join graded g on g.task_id = t.task_id and g.task_version is not distinct from t.task_version
)
select task_id, task_version, run_id as evidence_run, 'grader_result' as channel, quote,
       case when not bool_or(what not like 'every reported check%' and what not like 'the weights%') over (partition by task_id, task_version) and exists (select 1 from findings f where f.kind = 'grader.loses_results' and f.severity = 'problem' and f.task_id = c.task_id and f.task_version is not distinct from c.task_version) then 'suspicious' else 'problem' end as severity,
       k as runs_affected, n as runs_total,
       (select string_agg(x.what || ' (' || x.alike || ' of ' || x.n || ' scored runs)', '; ' order by x.alike desc, x.what)
        from (select distinct what, alike, n from counted o where o.task_id = c.task_id and o.task_version is not distinct from c.task_version) x) as explanation
from counted c
