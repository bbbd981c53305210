-- title: Item-rest correlation of each task
--
-- Correlation, over models, of a model's pass rate on the task with its pass rate on all other tasks. At least three models with
-- valid runs on the task are needed; null otherwise. Negative: the strong fail where the weak pass. (Item-rest correlation of classical test theory.)
with per as (
    select task_id, task_version, coalesce(model, agent) as who, count(*) as n, count(*) filter (verdict = 'passed') as k
    from runs where kind = 'agent' and verdict in ('passed', 'failed') and coalesce(model, agent) is not null group by all
), totals as (
    select who, sum(n) as n, sum(k) as k, count(*) as tasks from per group by who
), pairs as (
    select p.task_id, p.task_version, p.k / p.n as own, (t.k - p.k) / nullif(t.n - p.n, 0) as rest from per p join totals t using (who) where t.tasks >= 5
)
select task_id, task_version, count(*) as models, case when count(*) >= 3 then corr(own, rest) end as discrimination
from pairs where rest is not null group by all
