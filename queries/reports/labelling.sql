-- title: Labels per verdict and annotator
--
-- Parameter task (null: all). Counts the newest label of each annotator for each run: read, inherited, stale, blind.
select n.verdict, n.annotator, count(*) filter (n.origin <> 'inherited') as read, count(*) filter (n.origin = 'inherited') as inherited, count(*) filter (n.stale) as stale, count(*) filter (n.blind) as blind
from newest_labels n join runs r using (run_id) where n.verdict <> 'withdrawn' and ($task is null or r.task_id = $task)
group by all order by n.annotator, n.verdict
