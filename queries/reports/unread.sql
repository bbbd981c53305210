-- title: Failing runs that nobody has read
--
-- Parameter task (null: all). One row a task: how many valid failing agent runs have no label, and which to start with.
select task_id, count(*) as runs, min(run_id) as example from runs
where kind = 'agent' and verdict = 'failed' and run_id not in (select run_id from newest_labels where verdict <> 'withdrawn') and ($task is null or task_id = $task)
group by task_id order by runs desc, task_id
