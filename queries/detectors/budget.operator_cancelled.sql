-- title: A person or the system stopped the run
-- kind: budget.operator_cancelled
-- severity: invalid
-- confidence: 0.85
-- scope: run
--
-- Finds runs that were cancelled from outside: by a person, a signal to the harness, or the end of its job. The run says nothing about the agent.
-- Not: an agent that killed a process of its own.
select run_id, step, channel, coalesce(nullif(text, ''), code) as quote, file, line from run_events where channel = 'limit' and code = 'operator' and is_terminal
union all
select run_id, step, channel, quote, file, line
from words where regexp_matches(said, 'ctrl-?c\b|by (the |an )?operator\b|by hand\b|CancelledError|KeyboardInterrupt|UserCancelled|\bcancell?ed\b|Request interrupted by user|TurnAborted|turn_aborted|\bInterrupted\b|operator (stop|interrupt|cancel)|aborted by (the )?(user|operator)|(user|operator)_(cancel|abort|interrupt)\w*|SIGINT|SIGTERM|exit code 143|user (interrupted|aborted|cancell?ed)|job (was )?(preempted|terminated by)|stopped by (the )?(user|operator)', 'i') and channel <> 'agent_stdout' and type <> 'traceback' and not regexp_matches(said, '^ToolError|(upload|download) cancelled|request cancel|net/http|subagent', 'i')
union all
select run_id, null, channel, quote, file, line from agent_exits where code in ('130', '143') and phase = 'agent'
