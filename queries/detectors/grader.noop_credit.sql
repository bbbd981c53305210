-- title: Doing nothing earns credit
-- kind: grader.noop_credit
-- severity: problem
-- confidence: 0.9
-- scope: task
--
-- A do-nothing run scores above zero, or passes a check that carries weight. Per check; a check whose pass on an untouched
-- environment the author named a reason for (`noop_reason`) is a note. Runs whose agent never started are natural no-ops: used
-- where there is no declared one, and said so. With `all` scoring a passed check is a problem only where the score is above zero.
-- Not: a run in which an agent worked.
with nothing as (
    select run_id, task_id, task_version, score, false as inferred from runs where kind = 'noop' and verdict <> 'invalid'
    union all
    select r.run_id, r.task_id, r.task_version, r.score, true from runs r
    where r.kind = 'agent' and r.score > 0 and r.invalid_kind like 'agent_setup.%'
      and not exists (select 1 from tool_calls t where t.run_id = r.run_id)
), paid as (
    select n.*, c.check_name, c.weight, c.noop_reason, c.message, coalesce(t.scoring, 'all') as scoring,
           c.weight / nullif(sum(c.weight) over (partition by n.run_id), 0) as share
    from nothing n join run_checks c using (run_id)
    left join tasks t on t.task_id = n.task_id and t.task_version is not distinct from n.task_version
    qualify c.status = 'passed'
)
select task_id, task_version, check_name, run_id as evidence_run, 'check' as channel,
       format('{} passes on an untouched environment', check_name) as quote,
       case when noop_reason is not null and (coalesce(share, 0) <= 0.15 or scoring = 'all') then 'note'
            when coalesce(score, 0) = 0 then 'note'
            when coalesce(share, 1) <= 0.05 then 'suspicious'
            else 'problem' end as severity,
       case when noop_reason is not null then 'the author''s reason: ' || noop_reason
            else format('the do-nothing run scores {}{}', coalesce(score, 0), case when inferred then ' (a run whose agent never started, taken as do-nothing)' else '' end) end as explanation
from paid
union all
select n.task_id, n.task_version, null, n.run_id, 'grader_result', 'score ' || n.score::varchar,
       case when exists (select 1 from paid p where p.run_id = n.run_id) and not exists (select 1 from paid p where p.run_id = n.run_id and p.noop_reason is null) then 'note' else 'problem' end,
       format('the do-nothing run scores {}{}', n.score, case when n.inferred then ' (a run whose agent never started, taken as do-nothing)' else '' end)
from nothing n where n.score > 0
