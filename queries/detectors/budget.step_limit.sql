-- title: The agent ran into its limit of steps
-- kind: budget.step_limit
-- severity: note
-- confidence: 0.8
-- scope: run
--
-- Finds runs that used all the steps, turns or messages that they were given. It is a verdict about an agent under a budget: the run stays in the rates.
-- Not: limits of tokens and cost, of time.
select run_id, step, channel, coalesce(nullif(text, ''), code) as quote, file, line from run_events where channel = 'limit' and code in ('steps', 'messages', 'turns') and phase <> 'grader' and not is_retry
union all
select run_id, step, channel, quote, file, line
from words where regexp_matches(said, 'exit_cost|LimitsExceeded|\bmax_(turns|steps|iterations|messages)\b|error_max_turns|max(imum)? (number of )?(turns|steps|iterations?|messages|actions)|(turn|step|iteration|message) limit|reached (the )?(max|limit of).{0,20}(turns|steps|iterations)|FatalTurnLimited|MaxTurnsExceeded|MaxStepsReached|too_many_(steps|turns)|GraphRecursionError|recursion limit|(reached|hit|exceeded|used( up)?|ran out of|exhausted)( [\w''’]+){0,4} (turns?|steps?|iterations?|messages|actions|rounds)\b|max(imum)?( \w+){0,3} (turns|steps|iterations|messages|actions|rounds)\b|\blimit["'':= ]+(message|turn|step)s?\b|(stopped|halted|ended|gave up|aborted|terminated)( \w+){0,3} after \d+ (turns?|steps?|iterations?|rounds?|messages|actions|calls)|CallLimitExceeded|\bcall limit\b|(turns?|steps?|iterations?|rounds?) (exhausted|exceeded|used up)', 'i') and channel in ('harness_exception', 'harness_enum', 'harness_log', 'agent_event', 'synthetic_message', 'agent_stderr')
union all
select run_id, null, channel, quote, file, line from agent_exits where gemini and code = '53'
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'budget.step_limit'
