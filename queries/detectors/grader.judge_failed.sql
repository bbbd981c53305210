-- title: The model that judges failed
-- kind: grader.judge_failed
-- severity: invalid
-- confidence: 0.82
-- scope: run
--
-- Finds runs whose judge gave no verdict: invalid JSON after all tries, null instead of a verdict, errors of its provider.
-- Not: a low score with reasons.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.decided then 'suspicious' else 'invalid' end as severity
from grader_words g join grader_state s using (run_id)
where (says_judge_failed(g.said) or regexp_matches(g.said, 'judge.{0,80}(fail|error|timed? ?out|unparsable|invalid|not (a )?(valid|parsable) (json|verdict|answer)|could not|unable|exception|malformed|garbled|no (verdict|score)|null|none|empty|unavailable|rate.?limit|refus)|(fail|error|unable|could not|invalid|unparsable|exception).{0,60}judge|.(met|verdict|score|grade|passed|correct).: *(null|None|NaN)|(scorer|grader|grading|scoring) (model|llm).{0,60}(fail|error|invalid|timed)|(could not|failed to|unable to) (parse|extract|find) .{0,40}(grade|verdict|score|rating|judg)|(judge|rubric|scorer|grader|grading|scoring)[\w -]{0,30} (returned|gave|produced) no (verdict|grade|score|answer|rating)|no valid (verdict|grade|score|json)|grad(e|ing) parse|judge_output|did not (write|return|produce|give)( an?| any| the)? (verdict|grade|score|rating)|no verdicts?\b|grade_parse|(grade|verdict) (not found|missing)', 'i')) and not is_retry_line(g.said)
union all
select g.run_id, g.channel, g.said, g.file, g.line, case when s.decided then 'suspicious' else 'invalid' end from grader_words g join grader_state s using (run_id) where g.source = 'record' and (g.says_rate_limit or g.says_overloaded or g.says_server_error or g.says_connection_lost) and not s.tested and not regexp_matches(g.said, 'proof-of-concept|verifier|docker|container', 'i')
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from words where channel like 'harness%' and says_judge_failed(said)
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from unnamed_kind where kind = 'grader.judge_failed'
