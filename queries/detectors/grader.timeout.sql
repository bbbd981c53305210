-- title: The grader was killed by its time limit
-- kind: grader.timeout
-- severity: invalid
-- confidence: 0.86
-- scope: run
--
-- Finds runs whose grader ran out of time, as harness or grader say. Inside a test (of the agent's service, say) it is suspicious: the agent may have caused it.
-- Not: a test's own time limit with a summary at the end; a limit on the agent; a log that ends while tools are fetched, without a word about time (grader.package_install_failed).
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
with told as (
    select run_id, channel, said as quote, file, line from grader_words where not (source = 'record' and regexp_matches(said, '\b(install|download|fetch|pypi|npm|dependenc)', 'i')) and (says_grader_timeout(said) or regexp_matches(said, '^timeout: sending signal|^Terminated$|time-?out( error)?:? .{0,30}\d+ ?(s|sec|seconds|minutes) (exceeded|elapsed|reached)|(exceeded|killed after|timed out after) .{0,20}\d+ ?(s|sec|seconds|minutes)\b', 'i')) and (source = 'record' or from_end < 30) and not regexp_matches(said, '\.\w+::|AssertionError|^E ')
    union all
    select run_id, channel, quote, file, line from words where says_grader_timeout(said) and not regexp_matches(said, '\b(install|download|fetch|pypi|npm|dependenc)', 'i') and channel like 'harness%'
), inside as (
    select run_id from run_events where phase = 'grader' and type = 'log' and run_id in (select run_id from told) and regexp_matches(text, 'test session starts|collected [1-9]|::\w+ (PASSED|FAILED)|PASSED|\bRUN  ') group by run_id
)
select t.*, case when s.decided or s.tested then 'suspicious' when t.run_id in (select run_id from inside) then 'suspicious' else 'invalid' end as severity from told t join grader_state s using (run_id)
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from unnamed_kind where kind = 'grader.timeout'
