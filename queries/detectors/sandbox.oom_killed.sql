-- title: The kernel killed agent or sandbox for want of memory
-- kind: sandbox.oom_killed
-- severity: invalid
-- confidence: 0.88
-- scope: run
--
-- Finds runs whose container or agent program was killed because memory ran out, by the words of the harness or exit code 137 of the agent program.
-- Not: `kill -9` that the agent typed, CUDA out of memory, sizes and ids with 137; a process of the task that was killed.
select run_id, step, channel, quote, file, line
from words where not (turns > 0 and (names_work(said) or (channel in ('agent_stderr', 'agent_stdout') and is_prose(said)))) and channel in ('harness_exception', 'harness_enum', 'harness_log', 'build_log', 'agent_stderr', 'agent_event', 'synthetic_message') and says_oom
union all
select run_id, step, channel, 'exit ' || code, file, line from run_events where channel = 'agent_exit' and code in ('137', '-9') and run_id not in (select run_id from run_events where channel = 'limit' and code = 'time')
union all
select run_id, step, 'tool_result', result, null, null from same_results where length >= 5 and says_oom(result)
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'sandbox.oom_killed'
