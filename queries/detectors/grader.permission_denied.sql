-- title: The grader may not read or write its own paths
-- kind: grader.permission_denied
-- severity: invalid
-- confidence: 0.85
-- scope: run
--
-- Finds graders that were refused their own files: under /tests, /logs, temporary and system folders.
-- Not: a refusal at something that the agent was to deliver.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.decided then 'suspicious' else 'invalid' end as severity
from grader_words g join grader_state s using (run_id)
where regexp_matches(g.said, 'permission ?denied|EACCES|PermissionError|EPERM|operation not permitted|not writable|read-only file system', 'i') and regexp_matches(g.said, '/tests?[/\s:.,]|/logs?[/:]|/verifier|/grader|/tmp/|/var/|/usr/|/root/|/etc/|pytest-cache|pytest-of|\.pytest_cache|/opt/|/home/\w+/\.cache|reward|ctrf|tempfile|tmp file', 'i') and not regexp_matches(g.said, '/app/|/workspace|/testbed|AssertionError|^WARN', 'i') and not is_retry_line(g.said)
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from unnamed_kind where kind = 'grader.permission_denied'
