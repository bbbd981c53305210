-- title: Calls without arguments, in a streak
-- kind: model_io.empty_tool_call
-- severity: suspicious
-- confidence: 0.75
-- scope: run
--
-- Finds five or more calls in a row without arguments that were answered by an error about what is missing. From twenty on, or where they are more than half of all calls, the run is invalid: a parser, a serving fault or an output cap ate the arguments.
-- Not: tools that take no arguments.
select run_id, step, 'tool_result' as channel, name || ' without arguments, ' || length || ' times in a row: ' || coalesce(result, '') as quote,
       case when length >= 20 or (length >= 10 and length * 2 > total) then 'invalid' else 'suspicious' end as severity
from call_runs where length >= 5 and trim(arguments) in ('', '{}', 'null', '""', '[]')
  and regexp_matches(coalesce(result, ''), 'required|missing|invalid|validation|argument|parameter|schema|undefined|must (be|have|not)|expected|cannot be empty|empty|no command|malformed|unexpected end|could not parse', 'i')
union all
select run_id, step, channel, quote, 'suspicious' from words where regexp_matches(said, 'empty tool (call|input|arguments)|tool call .{0,30}(without|with no|missing) (arguments|input)|arguments. *: *.\{\}.{0,120}finish_reason.{0,8}length', 'i')
