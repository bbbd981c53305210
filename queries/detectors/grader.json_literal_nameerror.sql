-- title: The grader ran JSON as Python
-- kind: grader.json_literal_nameerror
-- severity: invalid
-- confidence: 0.9
-- scope: run
--
-- Finds graders that died of `true`, `false` or `null` in what they executed as Python.
-- Not: a command of the agent that did.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.decided then 'suspicious' else 'invalid' end as severity
from grader_words g join grader_state s using (run_id)
where regexp_matches(g.said, 'name .(true|false|null). is not defined|malformed node or string.{0,60}ast\.Name') and not is_retry_line(g.said)
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from words where regexp_matches(said, 'name .(true|false|null). is not defined|malformed node or string.{0,60}ast\.Name')
