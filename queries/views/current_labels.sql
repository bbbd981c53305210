-- title: The label that counts for each run
--
-- One row a run with a label that was read (inherited ones do not overrule a machine's verdict). `infra`: the newest label of
-- the majority says infrastructure. Ties go to the newest.
select run_id, arg_max(verdict = 'infra', "at") as infra, arg_max(verdict, "at") as verdict, count(distinct annotator) as annotators
from (
    select run_id, annotator, arg_max(verdict, "at") as verdict, max("at") as "at"
    from labels where origin <> 'inherited' group by run_id, annotator
) where verdict not in ('withdrawn', 'unclear')
group by run_id
