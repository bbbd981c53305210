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
    select run_id, channel, said as quote, file, line from grader_words where regexp_matches(said, 'Verifier(Execution)?Timeout|test_timeout|Tests Timed Out|(verifier|grader|grading|scor(er|ing)|test(s| run| suite| execution| command| script)?|evaluation|proof-of-concept)[\w ]{0,40}(timed out|time-?out|exceeded (the |its )?(time|limit))|timed out[\w ]{0,40}(running|while running|during|waiting for|executing)[\w ]{0,30}(test|verif|grad|eval|scor|proof)|\b(verifier|grader|tests?|scorer|evaluation|judge|grading)( \w+){0,3} (killed|stopped|aborted|did not (finish|complete|end))( \w+){0,4} \d+ ?(s|sec|seconds|min|minutes)\b|^timeout: sending signal|^Terminated$|time-?out( error)?:? .{0,30}\d+ ?(s|sec|seconds|minutes) (exceeded|elapsed|reached)|(exceeded|killed after|timed out after) .{0,20}\d+ ?(s|sec|seconds|minutes)\b', 'i') and (source = 'record' or from_end < 30) and not regexp_matches(said, '\.\w+::|AssertionError|^E ')
    union all
    select run_id, channel, quote, file, line from words where regexp_matches(said, 'Verifier(Execution)?Timeout|test_timeout|Tests Timed Out|(verifier|grader|grading|scor(er|ing)|tests?( run| suite| execution| script)?|evaluation)[\w ]{0,40}(timed out|time-?out|exceeded (the |its )?time)|timed out[\w ]{0,40}(running|while running|during|waiting for|executing)[\w ]{0,30}(test|verif|grad|eval|scor|proof)|\b(verifier|grader|tests?|scorer|evaluation|judge|grading)( \w+){0,3} (killed|stopped|aborted|did not (finish|complete|end))( \w+){0,4} \d+ ?(s|sec|seconds|min|minutes)\b', 'i') and channel like 'harness%'
), inside as (
    select run_id from run_events where phase = 'grader' and type = 'log' and run_id in (select run_id from told) and regexp_matches(text, 'test session starts|collected [1-9]|::\w+ (PASSED|FAILED)|PASSED|\bRUN  ') group by run_id
)
select t.*, case when s.decided or s.tested then 'suspicious' when t.run_id in (select run_id from inside) then 'suspicious' else 'invalid' end as severity from told t join grader_state s using (run_id)
