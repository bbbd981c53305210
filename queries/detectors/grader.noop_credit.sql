-- title: Doing nothing earns credit
-- kind: grader.noop_credit
-- severity: problem
-- confidence: 0.9
-- scope: task
--
-- A do-nothing run scores above zero, or passes a check that carries weight. Per check; a check whose pass on an untouched
-- environment the author named a reason for (`noop_reason`) is a note. Runs whose agent never started are natural no-ops: used
-- where there is no declared one, and said so. With `all` scoring a passed check is a problem only where the score is above zero.
-- A check called fail-to-pass that passes is a problem by itself. Where the score stays 0 a pass is a note; suspicious where every agent passes it too (it tells nothing), or where
-- the reference passes and most agents fail it (doing what is asked is punished), unless its name says that something must stay as it is.
-- Not: a run in which an agent worked.
with nothing as (
    select run_id, task_id, task_version, score, false as inferred from runs where kind = 'noop' and (verdict <> 'invalid' or (score > 0 and invalid_kind like 'grader.%'))
    union all
    select r.run_id, r.task_id, r.task_version, r.score, true from runs r join run_life l using (run_id)
    where r.kind = 'agent' and r.score > 0 and r.verdict = 'invalid' and l.calls = 0
      and (r.invalid_kind like 'agent_setup.%' or (r.invalid_kind like 'provider.%' and coalesce(r.tokens_out, 0) = 0) or (l.recorded and not l.ran and r.invalid_kind not like 'grader.%'))
), paid as (
    select n.*, c.check_name, c.check_group, c.weight, c.noop_reason, c.message, coalesce(t.scoring, 'all') as scoring, k.n as agents, k.passed as agents_pass, k.reference_passes,
           regexp_matches(c.check_name, '(?i)unchanged|untouched|kept|keeps?_|preserv|(^|_)(no|not|never)_|still|intact|protect|existing|regress|unmodified|pass_to_pass') as prohibition,
           c.weight / nullif(sum(c.weight) over (partition by n.run_id), 0) as share
    from nothing n join run_checks c using (run_id)
    left join check_rates k on k.task_id = n.task_id and k.task_version is not distinct from n.task_version and k.check_name = c.check_name
    left join tasks t on t.task_id = n.task_id and t.task_version is not distinct from n.task_version
    qualify c.status = 'passed'
)
select task_id, task_version, check_name, run_id as evidence_run, 'check' as channel,
       format('{} passes on an untouched environment', check_name) as quote,
       case when noop_reason is not null and (coalesce(share, 0) <= 0.15 or scoring = 'all') then 'note'
            when regexp_matches(concat_ws(' ', check_group, check_name), '(?i)fail[_ -]?(to|2)[_ -]?pass') then 'problem'
            when coalesce(score, 0) = 0 and not prohibition and ((agents >= 3 and agents_pass = agents) or (agents >= 3 and reference_passes and agents_pass <= agents / 2)) then 'suspicious'
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
