-- title: Finished far sooner than any other run
-- kind: agent.finished_at_once
-- severity: note
-- confidence: 0.6
-- scope: run
--
-- A failed valid run that ended by itself after at most a quarter of the calls that runs of this task usually take (their median), with fewer than any run
-- that passed; at least four recorded runs.
-- Not: tasks that all runs finish in a few calls; runs that a timeout, a limit or an error ended; a short run that passes.
with counted as (
    select r.run_id, r.task_id, r.task_version, r.verdict, r.exit_status, l.calls, l.turns, l.last_turn, r.truncated, left(r.final_answer, 300) as final
    from runs r join run_life l using (run_id) where r.kind = 'agent' and r.verdict in ('passed', 'failed') and l.recorded and l.ran
), usual as (
    select task_id, task_version, count(*) as n, median(calls) as calls, min(calls) filter (verdict = 'passed') as least from counted group by all
)
select c.run_id, c.last_turn as step, 'assistant' as channel, coalesce(c.final, '') as quote, format('{} calls; half of the {} runs of the task take at least {:.0f}', c.calls, u.n, u.calls) as explanation
from counted c join usual u on u.task_id = c.task_id and u.task_version is not distinct from c.task_version
where c.verdict = 'failed' and not c.truncated and u.n >= 4 and u.calls >= 4 and c.calls <= u.calls / 4 and (u.least is null or c.calls < u.least)
  and not regexp_matches(coalesce(c.exit_status, ''), '(?i)time|limit|length|error|cancel|budget|context')
