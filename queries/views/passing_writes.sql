-- title: What passing runs wrote
--
-- One row a call of a passing agent run that writes a data or text file, in task versions with at least three passing agent runs: `name` and `arguments` as recorded (at most
-- 20,000 characters), `call`, `step`, and the prompt. What each left at last, and whether it is more than filler, is judged by triage.audit.fillers.
with passing as (
    select run_id, task_id, task_version from runs where verdict = 'passed' and kind = 'agent'
    qualify count(*) over (partition by task_id, task_version) >= 3
)
select p.run_id, p.task_id, p.task_version, c.step, c.call, c.name, left(c.arguments, 20000) as arguments, t.prompt
from passing p join tool_calls c using (run_id) left join tasks t on t.task_id = p.task_id and t.task_version is not distinct from p.task_version
where length(c.arguments) between 8 and 20000 and regexp_matches(c.arguments, '\.(json|jsonl|csv|tsv|txt|md|rst|ya?ml|toml|ini|html|xml)\b')
  and (regexp_matches(c.name, '(?i)write|create|save|edit|replace|patch') or regexp_matches(c.arguments, '>|open\(|write|tee |cp |mv |copy'))
