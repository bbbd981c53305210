-- title: Did an agent run, and how much of one
--
-- One row a run: turns of the model's own on the main path, calls, tokens, the agent's exit code. `ran` is true where the record shows a
-- living agent, be it only in what its program printed before it ended well or ran out of time; `recorded` says whether the record would show one.
with turns as (
    select s.run_id, count(*) filter (s.role = 'assistant' and not s.synthetic and s.branch is null and (s.text <> '' or s.tokens_out > 0 or s.reasoning is not null or c.step is not null)) as turns,
           count(*) filter (s.role = 'assistant' and s.branch is null) as spoken, max(s.step) as last_step, max(s.step) filter (s.role = 'assistant' and not s.synthetic and s.branch is null) as last_turn,
           coalesce(sum(s.tokens_out), 0) as tokens_said
    from steps s left join (select distinct run_id, step from tool_calls) c on c.run_id = s.run_id and c.step = s.step
    group by s.run_id
), calls as (
    select run_id, count(*) as calls, count(*) filter (result is not null) as results from tool_calls group by run_id
), ends as (
    select run_id, max(try_cast(code as integer)) filter (channel = 'agent_exit' and phase = 'agent') as exit_code, bool_or(channel = 'agent_event' and code = 'success' and is_terminal) as success,
           bool_or(phase = 'setup' and is_terminal and not is_retry and channel in ('harness_exception', 'agent_exit')) as setup_failed,
           bool_or(channel in ('agent_stdout', 'agent_stderr') and phase = 'agent' and shows_activity(text)) as active, bool_or(channel = 'limit' and code = 'time' and phase = 'agent') as out_of_time
    from run_events group by run_id
)
select r.run_id, r.kind, r.task_id, r.task_version, r.suite, r.agent, r.model, r.format, r.has_transcript, r.passed, r.score, r.exit_status, r.truncated, r.final_answer, r.tokens_out, r.duration_s, r.join_key,
       coalesce(t.turns, 0) as turns, coalesce(t.spoken, 0) as spoken, coalesce(c.calls, 0) as calls, coalesce(c.results, 0) as results, t.last_step, t.last_turn,
       e.exit_code, coalesce(e.success, false) as success, coalesce(e.setup_failed, false) as setup_failed,
       coalesce(t.turns, 0) > 0 or coalesce(c.calls, 0) > 0 or coalesce(r.tokens_out, 0) > 0 or (coalesce(e.active, false) and (e.exit_code = 0 or coalesce(e.out_of_time, false))) as ran,
       coalesce(r.has_transcript, false) as recorded, coalesce(e.out_of_time, false) as out_of_time
from runs r left join turns t using (run_id) left join calls c using (run_id) left join ends e using (run_id)
