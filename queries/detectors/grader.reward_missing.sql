-- title: The grader gave no verdict
-- kind: grader.reward_missing
-- severity: invalid
-- confidence: 0.8
-- scope: run
--
-- Finds runs whose harness or grader says that no reward, an empty one or one that is not a number came out of grading.
-- The score is unknown then, not 0.
-- Not: a reward of 0 with checks that ran.
select run_id, step, channel, text as quote, file, line from run_events
where is_terminal and (
    (channel = 'harness_exception' and regexp_matches(type, '^(RewardFile(NotFound|Empty)Error|VerifierOutputParseError)$'))
    or (channel = 'grader_result' and type = 'missing_result'))
