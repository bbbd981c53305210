-- title: Strong models fail where weak ones pass
-- kind: task.low_discrimination
-- severity: suspicious
-- confidence: 0.5
-- scope: task
--
-- The item-rest correlation over at least four models is negative: how a model does on this task goes against how it does on all others.
-- Something other than strength decides: a misreading that only careful agents make, a leak, a flaky grader.
-- Not: a task that everybody or nobody passes, or all but one or two: there the correlation is not defined or rests on a single run.
select d.task_id, d.task_version, least(0.8, 0.4 + abs(d.discrimination) / 2) as confidence, format('item-rest correlation {:.2f} over {} models', d.discrimination, d.models) as explanation
from task_discrimination d join task_rates r on r.task_id = d.task_id and r.task_version is not distinct from d.task_version
where r.passed >= 3 and r.valid - r.passed >= 3 and d.models >= 4 and d.discrimination < -0.2 and not isnan(d.discrimination)
