-- title: Members of clusters, one row a run and cluster
--
-- Unpacks the list of runs of each cluster.
select c.cluster_id, c.task_id, c.task_version, c.check_name, m.run_id
from clusters c, (select unnest(from_json(c.run_ids, '["VARCHAR"]')) as run_id) m
