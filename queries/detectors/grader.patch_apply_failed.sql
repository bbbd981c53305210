-- title: The diff could not be applied
-- kind: grader.patch_apply_failed
-- severity: suspicious
-- confidence: 0.75
-- scope: run
--
-- Finds runs whose diff the grader could not apply. The run stays in the rates until it is shown that the gold diff fails too or that it applies by hand: often the model wrote a malformed diff.
-- Not: a tool result of the agent's own git.
select run_id, channel, said as quote, file, line from grader_words where says_patch_failed(said)
union all
select run_id, channel, quote, file, line from words where channel like 'harness%' and says_patch_failed(said)
union all
select run_id, channel, quote, file, line from unnamed_kind where kind = 'grader.patch_apply_failed'
