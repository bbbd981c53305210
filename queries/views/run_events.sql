-- title: Events, each with the run that it belongs to
--
-- The rows of `events`, those of a grading report given to the run that it grades.
select coalesce(k.run_id, e.run_id) as run_id, e.* exclude (run_id)
from events e left join run_links k on k.result_run_id = e.run_id
