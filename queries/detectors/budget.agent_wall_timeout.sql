-- title: The agent ran out of time
-- kind: budget.agent_wall_timeout
-- severity: note
-- confidence: 0.8
-- scope: run
--
-- Finds runs that were stopped by the limit on the agent's time. The run stays in the rates: a third of such runs may pass. Where retries of the provider or a dead sandbox ate the time, those findings say so.
-- Not: a grader that ran out of time (grader.timeout); one command of the agent that did.
select run_id, step, channel, coalesce(nullif(text, ''), code) as quote, file, line from run_events where channel = 'limit' and code in ('time') and phase <> 'grader' and not is_retry
union all
select run_id, step, channel, quote, file, line
from words where regexp_matches(said, 'AgentTimeout|agent_timeout|agent (execution|run|phase)?.{0,20}timed out|exit_total_execution_time|exit_command_timeout|TimeExceeded|(time|working|wall[- ]?clock|wall) limit (was )?(reached|exceeded|hit)|limit.{0,6}(time|working)\b|exceeded (the )?(time|wall)|total execution time|termination_reason.{0,4}timeout|agent (run |process )?(was )?(killed|stopped|terminated|cut off)( \w+){0,3} (after|at) \d|(out of|exceeded( \w+){0,2}) (wall[- ]?clock|agent|allotted|allowed|total) time|agent.{0,30}(time limit|time-?out)|\b(agent|instance|trial|episode|rollout|task)\b.{0,60}\b(ran|running|worked) for .{0,40}(limit|max|allowed)|(exceeded|over|past|hit|reached|used up|ran out of|out of)( [\w''’]+){0,4} (wall[- ]?clock|wall[- ]?time|time)[ -](budget|limit|cap|allowance)|\b(solve|agent|run|task|episode|rollout|trial)_?time_?(d_)?out\b|\b(agent|instance|run|trial|episode|rollout)( \w+){0,3} (timed out|did not (finish|complete)( \w+){0,2} within|was stopped after \d)', 'i') and channel in ('harness_exception', 'harness_enum', 'harness_log', 'agent_event', 'synthetic_message', 'agent_stderr')
union all
select run_id, null, channel, quote, file, line from agent_exits where code = '124' and ran and phase = 'agent'
union all
select run_id, step, channel, quote, file, line from words where channel = 'harness_enum' and regexp_matches(coalesce(code, quote), '^(time_?out|timed_out|time_?limit)$', 'i')
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'budget.agent_wall_timeout'
