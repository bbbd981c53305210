-- title: What invalid runs do to the score
--
-- Parameter task (null: all). One row a suite, agent and model: the pass rate over all runs, over valid ones, and the bounds if every
-- invalid run had failed or passed. `headline` is false above a tenth of invalid runs: then no single number stands for the suite.
select coalesce(suite, '') as suite, agent, model, count(*) as runs, count(*) filter (verdict = 'invalid') as invalid, count(*) filter (verdict = 'ungraded') as ungraded, count(*) filter (verdict = 'passed') as passed,
       round(count(*) filter (passed) / count(*), 4) as rate_all, round(count(*) filter (verdict = 'passed') / nullif(count(*) filter (verdict in ('passed', 'failed')), 0), 4) as rate_valid,
       round(count(*) filter (verdict = 'passed') / count(*), 4) as bound_low, round(count(*) filter (verdict in ('passed', 'invalid', 'ungraded')) / count(*), 4) as bound_high,
       count(*) filter (verdict = 'invalid') * 10 <= count(*) as headline
from runs where kind = 'agent' and ($task is null or task_id = $task)
group by all having count(*) filter (verdict = 'invalid') > 0 order by invalid desc, suite, agent, model
