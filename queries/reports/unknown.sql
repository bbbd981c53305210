-- title: What is not on record
--
-- Parameter task (null: all). One row of counts: tasks without reference, no-op, prompt or grader files; runs without transcript, checks or verdict.
select (select count(*) from task_counts where runs > 0 and reference_runs = 0 and ($task is null or task_id = $task)) as no_reference,
       (select count(*) from task_counts where runs > 0 and noop_runs = 0 and ($task is null or task_id = $task)) as no_noop,
       (select count(*) from tasks where prompt is null and ($task is null or task_id = $task)) as no_prompt,
       (select count(*) from tasks t where ($task is null or task_id = $task) and not exists (select 1 from task_files f where f.task_id = t.task_id and f.area = 'grader')) as no_grader_files,
       (select count(*) from runs r where ($task is null or task_id = $task) and not exists (select 1 from steps s where s.run_id = r.run_id)) as no_transcript,
       (select count(*) from runs r where ($task is null or task_id = $task) and verdict in ('passed', 'failed') and not exists (select 1 from run_checks c where c.run_id = r.run_id)) as no_checks,
       (select count(*) from runs where truncated and ($task is null or task_id = $task)) as truncated,
       (select count(*) from runs where verdict = 'ungraded' and ($task is null or task_id = $task)) as ungraded
