-- title: The newest label of each annotator for each run
--
-- One row a run and annotator; `stale` where the run changed after it was labelled. A withdrawn label has verdict `withdrawn`.
select l.*, d.digest is distinct from l.run_digest and l.run_digest is not null and d.digest is not null as stale
from (select * from labels qualify row_number() over (partition by run_id, annotator order by "at" desc, label_id desc) = 1) l
left join run_digests d using (run_id)
