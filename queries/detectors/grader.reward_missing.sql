-- title: The grader gave no verdict
-- kind: grader.reward_missing
-- severity: invalid
-- confidence: 0.8
-- scope: run
--
-- Finds runs whose harness or grader says that no reward, an empty one or one that is not a number came out of grading. The score is unknown then, not 0.
-- Not: a reward of 0 with checks that ran.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
select run_id, step, channel, text as quote, file, line from run_events
where is_terminal and (
    (channel = 'harness_exception' and regexp_matches(type, '^(RewardFile(NotFound|Empty)Error|VerifierOutputParseError|DownloadVerifierDirError)$'))
    or (channel = 'grader_result' and type = 'missing_result' and coalesce(code, '') <> 'fetching_tools')
    or (channel = 'grader_result' and type = 'reward' and regexp_matches(coalesce(code, ''), '^(nan|none|null|)$', 'i')))
union all
select run_id, null, channel, said, file, line from grader_words where source = 'record' and regexp_matches(said, 'RewardFile|VerifierOutputParse|DownloadVerifierDir|(reward|score)[\w ./:-]{0,60}(missing|not found|empty|NaN|null|not a number|could not be (read|parsed)|invalid)|no reward|(missing|empty|invalid|NaN) (reward|score)|is_resolved.{0,4}(null|none)|unscored|failed to parse rewards?', 'i')
union all
select run_id, step, channel, quote, file, line from words where channel like 'harness%' and regexp_matches(said, 'RewardFile|VerifierOutputParse|DownloadVerifierDir|(reward|score)[\w ./:-]{0,60}(missing|not found|NaN|not a number|could not be (read|parsed))|no reward|is_resolved.{0,4}(null|none)|failed to parse rewards?', 'i')
