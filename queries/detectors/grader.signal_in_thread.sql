-- title: The grader set an alarm in a worker thread
-- kind: grader.signal_in_thread
-- severity: invalid
-- confidence: 0.9
-- scope: run
--
-- Finds graders that set a signal's handler (a time limit by SIGALRM, an event loop) outside the main thread, and died of it.
-- Not: a test that expects this error.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.decided then 'suspicious' else 'invalid' end as severity
from grader_words g join grader_state s using (run_id)
where regexp_matches(g.said, '(signal|set_wakeup_fd) only works in main thread') and not regexp_matches(g.said, '^(XFAIL|PASSED|SKIPPED)') and not is_retry_line(g.said)
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from words where regexp_matches(said, '(signal|set_wakeup_fd) only works in main thread')
