-- title: Verdicts were lost between the grader's log and its result
-- kind: grader.parser_dropped_lines
-- severity: invalid
-- confidence: 0.8
-- scope: run
--
-- Finds results that could not be parsed or lack verdicts that the log shows: the harness says so, or its summary counts more tests than its result holds.
-- Not: tests that really did not run (grader.no_tests_ran).
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.tested and s.checks > 0 then 'suspicious' else 'invalid' end as severity
from grader_words g join grader_state s using (run_id)
where g.source = 'record' and says_results_unparsed(g.said) and not is_retry_line(g.said)
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from words where channel like 'harness%' and says_results_unparsed(said) and not regexp_matches(said, 'tool|function|model (response|output)|llm|action|judge|AddTests|reward', 'i')
union all
select e.run_id, e.channel, e.text, e.file, e.line, 'suspicious' from run_events e join grader_state s using (run_id)
where e.type = 'tests_ran' and s.checks > 0 and try_cast(e.code as integer) > s.checks and regexp_matches(e.text, ' in [\d.]+ ?s')
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from unnamed_kind where kind = 'grader.parser_dropped_lines'
