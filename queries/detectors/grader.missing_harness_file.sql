-- title: A file of the grader is missing
-- kind: grader.missing_harness_file
-- severity: invalid
-- confidence: 0.85
-- scope: run
--
-- Finds graders whose own files are not where they should be: test folders, fixtures, expected values, scripts.
-- Not: a file that the agent was to deliver.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.decided then 'suspicious' else 'invalid' end as severity
from grader_words g join grader_state s using (run_id)
where (regexp_matches(g.said, '(No such file or directory|not found|cannot (stat|access|open)|can.t (open|cd)|does not exist|FileNotFoundError|ENOENT|Cannot find module|file or directory not found)', 'i') and regexp_matches(g.said, '[\s\x22''\x60:=(\[]/(tests?|verifier|grader|grading|logs|oracle|solution|eval)(/|\b)|tests?/\S+\.(py|sh|json|yaml)|setup-uv|run-tests\.sh', 'i')) and not regexp_matches(g.said, 'command not found|uv: not found|/app/|\.local/bin/env|AssertionError|::|:\d+: \w+(Error)?$|^/\S+: line \d+: \S+: not found', 'i') and not is_retry_line(g.said)
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from words where channel like 'harness%' and regexp_matches(said, '(no such file|not found|does not exist|FileNotFoundError|cannot stat|missing).{0,80}(/tests?\b|run-tests|test\.sh|test_outputs|verifier|/solution\b|solve\.sh|solution\.(sh|yaml))|AddTestsDirError|DownloadVerifierDirError|\b(tests?|verifier|grader|solution|oracle|expected|golden|fixture)s?( [\w/.-]+){0,3} (dir|directory|folder|scripts?|files?|archive|data)( [\w/.-]+){0,3} (not found|missing|does not exist|could not be|failed|cannot)|(failed|unable|could not) (to )?(add|copy|upload|mount|download|extract|stage)( \w+){0,3} (tests?|verifier|solution|grader)\b|\btests?: Cannot stat|staging tests failed', 'i')
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from unnamed_kind where kind = 'grader.missing_harness_file'
