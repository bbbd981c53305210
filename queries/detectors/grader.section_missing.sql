-- title: Checks are absent from some runs
-- kind: grader.section_missing
-- severity: problem
-- confidence: 0.7
-- scope: task
--
-- A check that most valid runs of this version report is absent from others whose grader reported something: a section of the
-- grader died or was skipped, and the score was made from the rest.
-- Suspicious where only one run lacks it.
-- Not: runs whose grader reported nothing at all; checks that a minority of runs has (generated names); runs in which the test file
-- itself could not be loaded (a collection error is another finding).
with graded as (
    select distinct run_id, task_id, task_version from run_checks where verdict in ('passed', 'failed')
), seen as (
    select task_id, task_version, check_name, count(distinct run_id) as having from run_checks where verdict in ('passed', 'failed') group by all
), totals as (
    select task_id, task_version, count(*) as n from graded group by all
)
select s.task_id, s.task_version, s.check_name, g.run_id as evidence_run, 'check' as channel, format('{} is not reported', s.check_name) as quote, t.n as runs_total,
       case when t.n - s.having >= 2 then 'problem' else 'suspicious' end as severity,
       format('reported in {} of {} runs that were graded', s.having, t.n) as explanation
from seen s join totals t on t.task_id = s.task_id and t.task_version is not distinct from s.task_version
join graded g on g.task_id = s.task_id and g.task_version is not distinct from s.task_version
where t.n >= 3 and not regexp_matches(s.check_name, '\.py$') and s.having < t.n and s.having >= 0.5 * t.n
  and not exists (select 1 from run_checks c where c.run_id = g.run_id and c.check_name = s.check_name)
  and exists (select 1 from run_checks c join seen o on o.task_id = s.task_id and o.task_version is not distinct from s.task_version and o.check_name = c.check_name
              where c.run_id = g.run_id and o.having >= 0.5 * t.n and c.check_name <> s.check_name)
