-- title: Nothing was attempted
-- kind: agent.no_attempt
-- severity: note
-- confidence: 0.8
-- scope: run
--
-- A valid run that changed nothing the task is about: it left what a do-nothing run leaves (the recorded digest), the harness recorded no changed file, or
-- every recorded call only looks, in a task whose other runs write. Suspicious where it scored all the same.
-- Not: tasks that are answered in words; calls of the task's own tools; runs whose calls were not recorded; runs that infrastructure stopped.
with untouched as (
    select distinct task_id, task_version, artifact_digest from runs where kind = 'noop' and artifact_digest is not null
), writing as (
    select r.task_id, count(*) filter (c.writes > 0) as writers, count(*) as n from runs r join run_changes c using (run_id) where r.kind = 'agent' group by 1
), told as (
    select r.run_id, r.score, l.last_turn, left(r.final_answer, 300) as final,
           case when u.artifact_digest is not null then 'it left the same as the do-nothing run'
                when trim(r.changed_files) = '[]' then 'the harness recorded no changed file'
                when c.calls > 0 and c.writes = 0 and c.others = 0 and c.bodies = 0 and w.writers >= 2 then format('all {} calls only look; {} of {} runs of the task write', c.calls, w.writers, w.n)
                when c.calls is null and l.turns > 0 and l.recorded and w.writers >= 2 then format('no call at all; {} other runs of the task write', w.writers) end as why
    from runs r join run_life l using (run_id) left join run_changes c using (run_id) left join writing w on w.task_id = r.task_id
    left join untouched u on u.task_id = r.task_id and u.task_version is not distinct from r.task_version and u.artifact_digest = r.artifact_digest
    where r.kind = 'agent' and r.verdict in ('passed', 'failed') and not r.truncated
)
select run_id, last_turn as step, 'assistant' as channel, coalesce(final, '') as quote, why || case when score > 0 then format('; it scores {}', score) else '' end as explanation,
       case when score > 0 then 'suspicious' else 'note' end as severity
from told where why is not null
