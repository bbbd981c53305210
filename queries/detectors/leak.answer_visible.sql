-- title: The answer lies where the agent can see it
-- kind: leak.answer_visible
-- severity: problem
-- confidence: 0.75
-- scope: task
--
-- Runs saw a wanted value, or a commit with the solution, before they wrote it (with the pass rate of those runs beside the others); or a shipped
-- environment file calls a wanted value expected, holds the reference's own text, or marks the bug that the agent is to find.
-- Not: files that the prompt names, values that the prompt gives, a file named like an answer whose values differ.
with seen as (
    select * from acts where act in ('reads_truth', 'reads_marked', 'reads_history', 'downloads_answer', 'reads_copy', 'reads_compiled', 'reads_leftover')
), lift as (
    select r.task_id, r.task_version, count(*) filter (s.run_id is not null and r.verdict = 'passed') as passed_with, count(*) filter (s.run_id is not null) as with_it,
           count(*) filter (s.run_id is null and r.verdict = 'passed') as passed_without, count(*) filter (s.run_id is null) as without_it
    from runs r left join (select distinct run_id from seen) s using (run_id)
    where r.kind = 'agent' and r.verdict in ('passed', 'failed') and r.task_id in (select task_id from seen) group by all
), loud as (
    select task_id, task_version, bool_or(value is not null or weight = 'problem') as sure from seen group by all
)
select s.task_id, s.task_version, s.run_id as evidence_run, s.step, 'tool_call' as channel, s.quote, s.path as file, l.with_it + l.without_it as runs_total,
       case when o.sure then 'problem' else 'suspicious' end as severity, case when o.sure then 0.85 else 0.5 end as confidence,
       format('{} runs saw it: {} of them pass; of the {} others {} pass. First: {}', l.with_it, l.passed_with, l.without_it, l.passed_without, first_value(s.why) over (partition by s.task_id, s.task_version order by s.run_id)) as explanation
from seen s join lift l on l.task_id = s.task_id and l.task_version is not distinct from s.task_version
join loud o on o.task_id = s.task_id and o.task_version is not distinct from s.task_version
where o.sure or s.weight <> 'note'
