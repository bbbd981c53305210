-- title: The agent ran into its limit of tokens or cost
-- kind: budget.token_limit
-- severity: note
-- confidence: 0.8
-- scope: run
--
-- Finds runs that used all the tokens or the money that they were given. The run stays in the rates.
-- Not: an account without money (provider.credit_exhausted); the model's window (provider.context_overflow).
select run_id, step, channel, coalesce(nullif(text, ''), code) as quote, file, line from run_events where channel = 'limit' and code in ('tokens', 'cost') and phase <> 'grader' and not is_retry
union all
select run_id, step, channel, quote, file, line
from words where regexp_matches(said, '\bmax_(total_|output_|prompt_|completion_)?tokens_(reached|exceeded)|\bmax(imum)?( \w+){0,3} tokens (reached|exceeded|hit|used)|stop_condition: max_\w*tokens|token (budget|limit) (was )?(exceeded|reached|exhausted)|cost[ _](limit|budget)|error_max_budget|budget_limited|session_budget_exceeded|(token|cost)_limit\b|token_budget|\blimit["'':= ]+(token|cost)s?\b|(cost|spend|call|token)s?(/\w+)? (limit|budget|cap) (of .{1,20} )?(was |is |has been )?(exceeded|reached|hit|used up)|(exceeds?|exceeded|reached|hit|over)( \w+){0,3} (cost|token|spend)s? (limit|budget|cap)|CostLimitExceeded|TokenLimitExceeded', 'i') and channel in ('harness_exception', 'harness_enum', 'harness_log', 'agent_event', 'synthetic_message', 'agent_stderr')
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'budget.token_limit'
