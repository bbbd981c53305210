-- title: Calls that could not be parsed until the harness gave up
-- kind: model_io.malformed_tool_call
-- severity: suspicious
-- confidence: 0.75
-- scope: run
--
-- Finds runs that ended because the model's calls or its format could not be parsed. It is usually the model's fault and stays in the rates; if every run of a model ends so, format and parser don't fit.
-- Not: single mistakes after which the run went on.
select run_id, step, channel, quote, file, line
from words where regexp_matches(said, 'exit_format|(format|syntax|parse|parsing|blocklist|schema)[\w/ -]{0,40} errors?\b.{0,40}(times|in a row|limit|gave up|giving up|too many|multiple)|(multiple|repeated|consecutive|too many|\d+)( \w+){0,3} (format|invalid|malformed|unparsable|parse|parsing|syntax)[\w/ -]{0,30} (errors?|replies|responses|outputs|actions|calls|messages)|RepeatedFormatError|FormatError|MALFORMED_FUNCTION_CALL|fatal_llm_parse_error|LLMMalformedAction|FunctionCall(Validation|Conversion)Error|LLMNoActionError|UNEXPECTED_TOOL_CALL|malformed (tool|function)[ _]?(call|use)|(tool|function)[ _]?call.{0,40}(could not be parsed|parse error|malformed|invalid json)|(failed|unable|could not) (to )?parse (the )?(tool|function|model|llm|action)|too many (format|parse|parsing|tool.?call) errors|ToolCallError.{0,20}parsing|invalid (tool|function) call|OutputParserException|(tool call|function call) (arguments|json) .{0,40}(invalid|not valid|malformed)|AgentParsingError|(error|failed) (in|while|during) (code |tool |action |output )?parsing|ToolParsingError|error parsing( \w+){0,4} (tool|function)|tool_use_failed|failed_generation|failed to call a function|(failed|unable|could not|cannot) (to )?(parse|decode|extract|interpret)( \w+){0,3} (tool|function|action|command|output|llm response|model response)|InvalidToolCall|(tool|function)[_ ]?calls?( \w+){0,3} (unparsable|not parsable|invalid|malformed)|MalformedModelOutput|BadToolCall', 'i')
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'model_io.malformed_tool_call'
