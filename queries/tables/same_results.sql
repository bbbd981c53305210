-- title: The same result to the end
--
-- One row a run whose last three or more calls all returned the same short text: how many, of how many calls, from which step.
-- The last three results of each run are compared first, and all texts only of the few runs in which they agree.
with ordered as materialized (
    select rowid as place, run_id, step, row_number() over (partition by run_id order by call desc) as back, count(*) over (partition by run_id) as total from tool_calls
), ending as (
    select o.run_id from ordered o join tool_calls c on c.rowid = o.place where o.back <= 3 group by o.run_id having count(*) = 3 and count(distinct hash(trim(c.result))) = 1
), numbered as materialized (
    select o.*, c.name, c.arguments, c.is_error, trim(c.result) as result from ordered o join tool_calls c on c.rowid = o.place where o.run_id in (select run_id from ending)
), streak as (
    select n.run_id, any_value(l.result) as result, any_value(l.is_error) as is_error, any_value(n.total) as total, coalesce(min(n.back) filter (n.result is distinct from l.result), any_value(n.total) + 1) - 1 as length
    from numbered n join (select run_id, result, is_error from numbered where back = 1 and length(result) between 3 and 1500) l using (run_id) group by n.run_id
)
select s.*, (select min(step) from numbered n where n.run_id = s.run_id and n.back <= s.length) as step, (select count(distinct concat(n.name, n.arguments)) from numbered n where n.run_id = s.run_id and n.back <= s.length) as variety
from streak s where s.length >= 3
