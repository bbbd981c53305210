-- title: The grader gave no verdict
-- kind: grader.reward_missing
-- severity: invalid
-- confidence: 0.8
-- scope: run
--
-- Finds runs whose harness or grader says that no reward, an empty one or one that is not a number came out of grading, or whose grader left a log without a check or a score. The score is unknown then, not 0.
-- Not: a reward of 0 with checks that ran.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
select run_id, step, channel, text as quote, file, line from run_events
where is_terminal and (
    (channel = 'harness_exception' and regexp_matches(type, '^(RewardFile(NotFound|Empty)Error|VerifierOutputParseError|DownloadVerifierDirError)$'))
    or (channel = 'grader_result' and type = 'missing_result' and coalesce(code, '') <> 'fetching_tools')
    or (channel = 'grader_result' and type = 'reward' and regexp_matches(coalesce(code, ''), '^(nan|none|null|)$', 'i')))
union all
select run_id, null, channel, said, file, line from grader_words where source = 'record' and regexp_matches(said, 'RewardFile|VerifierOutputParse|DownloadVerifierDir|(reward|score)s?[\w ./:''"-]{0,40}(missing|unreadable|not found|empty|NaN|null|not a number|not finite|could not be (read|parsed)|invalid|absent)|(no|missing|invalid|unreadable|empty|non-finite)( \w+){0,4} (reward|score)s?(\.(json|txt))?\b|is_resolved.{0,4}(null|none)|unscored|failed to parse rewards?', 'i')
union all
select run_id, step, channel, quote, file, line from words where channel like 'harness%' and regexp_matches(said, 'RewardFile|VerifierOutputParse|DownloadVerifierDir|(reward|score)s?[\w ./:''"-]{0,40}(missing|unreadable|not found|empty|NaN|null|not a number|not finite|could not be (read|parsed)|invalid|absent)|(no|missing|invalid|unreadable|empty|non-finite)( \w+){0,4} (reward|score)s?(\.(json|txt))?\b|is_resolved.{0,4}(null|none)|failed to parse rewards?|not JSON serializable|(could not|failed to|unable to|cannot) (write|save|store|serialize|dump)( \w+){0,2} (results?|report|reward|score)s?\b|error( \w+){0,2} (evaluating|grading|scoring|verifying)|(evaluation|grading|scoring|verification)( \w+){0,3} (crashed|errored|raised)', 'i')
union all
select s.run_id, null, 'run', 'the grader left a log, and neither a check nor a score came of it', null, null from grader_state s join run_life l using (run_id)
where l.kind = 'agent' and l.ran and l.score is null and l.passed is null and s.has_log and not s.tested and s.checks = s.error_checks
