-- title: The grader stumbled over bytes
-- kind: grader.encoding_error
-- severity: invalid
-- confidence: 0.78
-- scope: run
--
-- Finds graders or harnesses that could not decode what they read while grading.
-- Not: a file of the agent's with wrong bytes.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.decided then 'suspicious' else 'invalid' end as severity
from grader_words g join grader_state s using (run_id)
where regexp_matches(g.said, 'UnicodeDecodeError|UnicodeEncodeError|invalid (start|continuation) byte|codec can.t (de|en)code|stream did not contain valid UTF-8|surrogates not allowed', 'i') and not regexp_matches(g.said, '\.\w+::|/app/', 'i') and not is_retry_line(g.said) and not s.tested
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from words where channel like 'harness%' and regexp_matches(said, 'UnicodeDecodeError|UnicodeEncodeError|codec can.t (de|en)code|invalid (start|continuation) byte', 'i')
