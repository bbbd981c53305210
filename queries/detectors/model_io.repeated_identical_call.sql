-- title: The same call with the same result, again and again
-- kind: model_io.repeated_identical_call
-- severity: note
-- confidence: 0.7
-- scope: run
--
-- Finds eight or more consecutive calls with the same arguments and the same result. Where they fill more than half of the run it is suspicious. The run stays in the rates: some of these pass.
-- Not: polling whose result changes; tests run between edits; calls without arguments (model_io.empty_tool_call).
select run_id, step, 'tool_result' as channel, name || ' ' || left(arguments, 200) || ', ' || length || ' times with the same result: ' || left(coalesce(result, ''), 300) as quote,
       case when length * 2 > total then 'suspicious' else 'note' end as severity
from call_runs where length >= 8 and trim(arguments) not in ('', '{}', 'null', '""', '[]')
union all
select run_id, step, channel, quote, 'suspicious' from words where regexp_matches(said, 'AgentStuckInLoop|loop_detected|stuck in a (loop|repetitive)|(potential|infinite|repetitive) loop (was )?detected|LOOP_DETECTED|repeated(ly)? (identical|the same) (tool )?(call|action)|doom_?loop|(same|identical)( \w+){0,2} (calls?|actions?|commands?)( \w+){0,4} (repeat|times|in a row)|repeatedly (call|runn|execut|invok)|(caught|stuck|trapped) in (a|an) (\w+ )?loop|repetition (was )?detected|repetitive (tool calls|behaviou?r)|(tool|action|call) loop', 'i')
union all
select run_id, step, channel, quote, 'suspicious' from unnamed_kind where kind = 'model_io.repeated_identical_call'
