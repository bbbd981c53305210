-- title: Limits that checks say they compare with
--
-- One row a run and failed check whose message holds the value that the run reached and the limit: `word` is the name beside the value, `side` is `upper` where the value lies above the limit, else
-- `lower`. Only checks that tell one limit in all runs.
with said as (
    select task_id, task_version, check_name, run_id, coalesce(message, left(trace, 400)) as message from run_checks
    where status in ('failed', 'error') and verdict in ('passed', 'failed') and kind in ('agent', 'reference') and regexp_matches(coalesce(message, trace), '\d[^\n]*\d')
), parts as (
    select *, regexp_extract(message, '(?i)(?:([A-Za-z][\w-]*)\W{1,4})?(?:(?:is|was|of|at|=|:|got|took|reached)\s+)*(-?\d+(?:\.\d+)?)\s*(?:[A-Za-zµ%°]{1,10}(?:/[A-Za-z]{1,10})?)?\s*[,;(]?\s*(?:is |was |are )?(?:not |must be |should be |needs to be |has to be |expected |wanted |want |limit |threshold |required |which |that )*(?:is |be )?(?:exceeds?|above|below|over|under|beyond|short of|at least|at most|less than|more than|greater than|larger than|smaller than|fewer than|lower than|higher than|within|>=|<=|>|<|≥|≤|max(?:imum)?|min(?:imum)?|limit|threshold|budget|needs?|required)[^\d\n-]{0,30}(-?\d+(?:\.\d+)?)', ['word', 'value', 'bound']) as p from said
), numbered as (
    select task_id, task_version, check_name, run_id, message, lower(p.word) as word, try_cast(p.value as double) as value, try_cast(p.bound as double) as bound, p.bound as bound_text from parts
)
select *, case when value > bound then 'upper' else 'lower' end as side from numbered where value is not null and bound is not null and value <> bound
qualify count(distinct bound) over (partition by task_id, task_version, check_name) = 1
