-- title: The grader could not read its own JSON
-- kind: grader.json_decode
-- severity: invalid
-- confidence: 0.8
-- scope: run
--
-- Finds graders that could not parse their own data or results.
-- Not: a file of the agent's that is not JSON.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.decided then 'suspicious' else 'invalid' end as severity
from grader_words g join grader_state s using (run_id)
where (g.source = 'record' or not regexp_matches(g.said, '^E\s|::')) and regexp_matches(g.said, 'JSONDecodeError|Expecting (value|property name|.,. delimiter)|not valid JSON|invalid JSON|malformed JSON|json\.decoder|Unterminated string|Extra data: line|Unexpected (token .{1,20} in|end of|non-whitespace character after) JSON|jq: (parse )?error|(could not|failed to|unable to|cannot|can.t) (parse|decode|load|deserialize) \S*\.json|invalid character .{1,10} looking for', 'i') and not regexp_matches(g.said, '/app/|judge|reward\.json|output\.json|AssertionError|verdict', 'i') and not is_retry_line(g.said) and not s.tested
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from words where channel like 'harness%' and regexp_matches(said, 'JSONDecodeError|Expecting value: line|invalid JSON|not valid JSON', 'i') and regexp_matches(said, 'grad|verif|test|scor|report|reward', 'i') and not regexp_matches(said, 'VerifierOutputParse|RewardFile|judge', 'i')
