-- title: Pass rate per suite with three denominators
--
-- One row a suite and model, agent runs only: all runs, valid runs, and the bounds if every invalid or ungraded run had failed or passed.
select coalesce(suite, '') as suite, coalesce(model, agent, '') as model, count(*) as runs, count(*) filter (verdict in ('passed', 'failed')) as valid,
       count(*) filter (verdict = 'invalid') as invalid, count(*) filter (verdict = 'ungraded') as ungraded, count(*) filter (verdict = 'passed') as passed,
       count(*) filter (coalesce(passed, false)) as passed_raw
from runs where kind = 'agent'
group by all order by suite, model
