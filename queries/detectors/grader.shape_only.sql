-- title: Answers pass by their form alone
-- kind: grader.shape_only
-- severity: problem
-- confidence: 0.7
-- scope: task
--
-- Passing runs left uniform, constant or counted-off values where others left fitted ones, or hold materially different values for the same thing, though all pass: the
-- checks look at the form. So with words: filler (a, b, c; todo three times; lorem ipsum), nothing, a copy of the input, or none of what the prompt lists, where others left content. A problem where two runs do so, or the reference answers otherwise; else suspicious. Values come from the runs' last look at
-- a data file, or from their last word; words from what they wrote last into data and text files.
-- Not: measured values (times, losses, sizes), values that differ by less than a fifth, words that merely differ, prompts that leave the content open, tasks with fewer than three passing runs.
select task_id, task_version, run_id as evidence_run, step, case when step is null then 'assistant' else 'tool_result' end as channel, quote, file, runs as runs_affected, "of" as runs_total,
       weight as severity, case weight when 'problem' then 0.75 else 0.5 end as confidence, why as explanation
from shapes
union all
select r.task_id, r.task_version, f.run_id, null, 'assistant', left(r.final_answer, 300), null, count(*) over (partition by r.task_id, r.task_version), null, 'suspicious', 0.5, 'a run that says its answer is made up passes'
from findings f join runs r using (run_id) where f.kind = 'cheat.hardcoded_answer' and f.explanation like 'says so itself%'
  and not exists (select 1 from shapes s where s.task_id = r.task_id and s.task_version is not distinct from r.task_version)
