-- title: Commands could no longer be executed
-- kind: sandbox.exec_unavailable
-- severity: invalid
-- confidence: 0.91
-- scope: run
--
-- Finds runs in which the machinery that executes commands in the sandbox was gone: a shell without its execute bit, a missing wrapper.
-- Not: a script of the agent that may not be executed.
select run_id, step, channel, quote, file, line
from words where not (turns > 0 and (names_work(said) or (channel in ('agent_stderr', 'agent_stdout') and is_prose(said)))) and channel in ('harness_exception', 'harness_enum', 'harness_log', 'build_log', 'agent_stderr', 'agent_event', 'synthetic_message') and says_exec_unavailable
union all
select run_id, step, 'tool_result', result, null, null from same_results where length >= 3 and says_exec_unavailable(result)
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'sandbox.exec_unavailable'
