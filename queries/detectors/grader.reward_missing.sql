-- title: The grader gave no verdict
-- kind: grader.reward_missing
-- severity: invalid
-- confidence: 0.8
-- scope: run
--
-- Finds runs whose harness or grader says that no reward, an empty one or one that is not a number came out of grading, or whose grader left a log without a check or a score. The score is unknown then, not 0.
-- Not: a reward of 0 with checks that ran.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
with said as (
select run_id, step, channel, text as quote, file, line from run_events
where is_terminal and (
    (channel = 'harness_exception' and regexp_matches(type, '^(RewardFile(NotFound|Empty)Error|VerifierOutputParseError|DownloadVerifierDirError)$'))
    or (channel = 'grader_result' and type = 'missing_result' and coalesce(code, '') <> 'fetching_tools')
    or (channel = 'grader_result' and type = 'reward' and regexp_matches(coalesce(code, ''), '^(nan|none|null|)$', 'i')))
union all
select run_id, null, channel, said, file, line from grader_words where source = 'record' and says_reward_missing(said)
union all
select run_id, step, channel, quote, file, line from words where channel like 'harness%' and says_reward_missing(said)
union all
select s.run_id, null, 'run', 'the grader left a log, and neither a check nor a score came of it', null, null from grader_state s join run_life l using (run_id)
where l.kind = 'agent' and l.ran and l.score is null and l.passed is null and s.has_log and not s.tested and s.checks = s.error_checks
union all
-- The harness's log ends with a traceback through a script that grades.
select run_id, step, channel, quote, file, line from words w where channel = 'harness_log' and regexp_matches(said, '^[\w.]+(Error|Exception)\b') and not (is_named or says_package_failure)
  and exists (select 1 from words o where o.run_id = w.run_id and o.file is not distinct from w.file and o.line < w.line and regexp_matches(o.said, 'File \S*(grading|grader|verif\w*|evaluat\w*|scor(e|er|ing)|judge|reward)\w*\.py', 'i'))
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'grader.reward_missing'
)
select * from said -- a reward that lacks because something ended the run is no cause of its own
where run_id not in (select f.run_id from findings f where f.scope = 'run' and f.status = 'match' and f.severity = 'invalid' and f.confidence > 0.6)
