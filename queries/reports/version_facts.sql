-- title: Versions of tasks, with what a comparison looks at
--
-- Parameter task (null: every task with several versions). One row a version in the order of its first run: counts, prompt, digests of
-- grader and environment files, checks, models, agents, mean turns and score.
select c.task_id, c.task_version, c.runs, c.valid, c.passed, c.invalid, c.mean_score, c.hint_level, t.prompt,
       f.grader_digest, f.environment_digest, k.check_names, r.models, r.agents, r.first_run, r.mean_steps
from task_counts c
join tasks t on t.task_id = c.task_id and t.task_version is not distinct from c.task_version
left join (
    select v.task_id, v.task_version, md5(string_agg(x.path || x.digest, '|' order by x.path) filter (x.area = 'grader')) as grader_digest,
           md5(string_agg(x.path || x.digest, '|' order by x.path) filter (x.area = 'environment')) as environment_digest
    from tasks v join task_files x on x.task_id = v.task_id and x.task_version is not distinct from v.told_version group by all
) f on f.task_id = c.task_id and f.task_version is not distinct from c.task_version
left join (select task_id, task_version, list(distinct check_name order by check_name) as check_names from run_checks group by all) k on k.task_id = c.task_id and k.task_version is not distinct from c.task_version
left join (
    select x.task_id, x.task_version, list(distinct x.model order by x.model) filter (x.model is not null) as models, list(distinct x.agent order by x.agent) filter (x.agent is not null) as agents,
           min(x.started_at) as first_run, avg(s.steps) as mean_steps
    from runs x left join (select run_id, count(*) as steps from steps group by run_id) s using (run_id) where x.kind = 'agent' and x.verdict in ('passed', 'failed') group by all
) r on r.task_id = c.task_id and r.task_version is not distinct from c.task_version
where ($task is null or c.task_id = $task) and c.task_id in (select task_id from tasks group by task_id having count(*) > 1 or $task is not null)
order by c.task_id, r.first_run nulls last, c.task_version
