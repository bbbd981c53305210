-- title: Stretches of identical calls
--
-- One row a stretch of at least three consecutive calls with the same name, arguments and result; `to_end` marks the last of a run.
-- Results are compared only within stretches of equal calls: most runs have none.
with ordered as (
    select rowid as place, run_id, call, step, hash(name, arguments) as asked, row_number() over (partition by run_id order by call) as n, count(*) over (partition by run_id) as total from tool_calls
), alike as (
    select * from (select *, n - row_number() over (partition by run_id, asked order by call) as island from ordered)
    qualify count(*) over (partition by run_id, asked, island) >= 3
), numbered as (
    select a.run_id, a.call, a.step, a.n, a.total, c.name, coalesce(c.arguments, '') as arguments, hash(c.name, c.arguments, coalesce(left(c.result, 5000), '')) as h, left(c.result, 2000) as result
    from alike a join tool_calls c on c.rowid = a.place
), islands as (
    select *, n - row_number() over (partition by run_id, h order by call) as island from numbered
)
select run_id, any_value(name) as name, any_value(arguments) as arguments, any_value(result) as result, count(*) as length, min(step) as step, any_value(total) as total, max(n) = any_value(total) as to_end
from islands group by run_id, h, island having count(*) >= 3
