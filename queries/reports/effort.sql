-- title: What each agent run spent, with its outcome
--
-- One row an agent run: turns (steps of the model), seconds, tokens and cost, and its verdict.
select r.run_id, r.task_id, r.verdict, coalesce(s.steps, 0) as steps, r.duration_s, r.tokens_in, r.tokens_out, r.cost_usd
from runs r left join (select run_id, count(*) filter (role = 'assistant') as steps from steps group by run_id) s using (run_id)
where r.kind = 'agent'
order by r.task_id, r.run_id
