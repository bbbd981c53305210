-- title: Problems of the input by kind
--
-- One row a severity and kind: how often, in how many files, one of them, and what is wrong there.
select severity, kind, n, files, example, what from (
    select severity, kind, sum(count)::bigint as n, count(distinct path) as files, min(path) as example, arg_min(what, path) as what from problems group by severity, kind
)
order by case severity when 'error' then 0 when 'warning' then 1 else 2 end, n desc, kind
