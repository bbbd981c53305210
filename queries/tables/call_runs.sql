-- title: Stretches of identical calls
--
-- One row a stretch of at least three consecutive calls with the same name, arguments and result; `to_end` marks the last of a run.
with numbered as (
    select run_id, call, step, name, coalesce(arguments, '') as arguments, hash(name, arguments, coalesce(left(result, 5000), '')) as h, left(result, 2000) as result, row_number() over (partition by run_id order by call) as n,
           count(*) over (partition by run_id) as total from tool_calls
), islands as (
    select *, n - row_number() over (partition by run_id, h order by call) as island from numbered
)
select run_id, any_value(name) as name, any_value(arguments) as arguments, any_value(result) as result, count(*) as length, min(step) as step, any_value(total) as total, max(n) = any_value(total) as to_end
from islands group by run_id, h, island having count(*) >= 3
