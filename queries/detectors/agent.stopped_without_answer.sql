-- title: The agent stops without a last word
-- kind: agent.stopped_without_answer
-- severity: note
-- confidence: 0.6
-- scope: run
--
-- A failed valid run whose record ends with a call or its result, or with an empty message, though nothing stopped it: no timeout, limit or error is recorded, and
-- most runs of the same agent end with a message.
-- Not: agents whose records never hold a last message; runs that were cut, timed out or reached a limit; runs that submitted by a call.
with habits as (
    select r.agent, r.format, count(*) as n, count(*) filter (length(trim(r.final_answer)) > 0) as closing from runs r where r.kind = 'agent' group by all
), ends as (
    select run_id, arg_max(role, step) as role, max(step) as step, arg_max(text, step) as text, arg_max(finish_reason, step) as finish from steps where branch is null group by run_id
), last_calls as (
    select run_id, arg_max(name, call) as name, left(arg_max(arguments, call), 300) as args from tool_calls group by run_id
), stopped as (
    select distinct run_id from run_events where phase = 'agent' and is_terminal and channel in ('limit', 'harness_exception', 'api_error_json')
)
select r.run_id, e.step, 'assistant' as channel, coalesce(c.name || ' ' || c.args, e.text) as quote, format('{} of {} runs of this agent end with a message', h.closing, h.n) as explanation
from runs r join ends e using (run_id) join habits h on h.agent is not distinct from r.agent and h.format = r.format left join last_calls c using (run_id)
where r.kind = 'agent' and r.verdict = 'failed' and not r.truncated and coalesce(length(trim(r.final_answer)), 0) = 0
  and (e.role = 'tool' or trim(e.text) = '') and h.n >= 4 and h.closing >= 0.5 * h.n
  and coalesce(e.finish, '') not in ('length', 'max_tokens') and not regexp_matches(coalesce(r.exit_status, ''), '(?i)time|limit|length|error|cancel|budget')
  and not regexp_matches(coalesce(c.name, ''), '(?i)submit|finish|done|complete|transfer|respond|answer') and not regexp_matches(coalesce(c.args, ''), '(?i)submit|COMPLETE_TASK')
  and r.run_id not in (select run_id from stopped)
