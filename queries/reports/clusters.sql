-- title: Repeated mistakes, as `triage clusters` lists them
--
-- One row a cluster with the columns of the output contract, the largest first. tokens and run_ids are JSON.
select cluster_id, task_id, task_version, check_name as "check", signature, runs_affected, failing_runs, agreement, wrong_value, expected_value, disclosure, tokens, representative, run_ids
from clusters order by task_id, task_version, runs_affected desc, cluster_id
