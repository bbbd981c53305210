-- title: The diff could not be applied
-- kind: grader.patch_apply_failed
-- severity: suspicious
-- confidence: 0.75
-- scope: run
--
-- Finds runs whose diff the grader could not apply. The run stays in the rates until it is shown that the gold diff fails too or that it applies by hand: often the model wrote a malformed diff.
-- Not: a tool result of the agent's own git.
select run_id, channel, said as quote, file, line from grader_words where regexp_matches(said, 'Patch Apply Failed|patch (failed to apply|does not apply|apply failed)|APPLY_PATCH_FAIL|malformed patch|error: patch failed|hunk FAILED|patch unexpectedly ends|corrupt patch|only garbage was found in the patch|no valid patches in input|patch fragment without header|patch( \w+){0,3} (could not|cannot|can.t|did not|failed to) (be )?appl|(cannot|could not|unable to|failed to) apply( \w+){0,3} (patch|diff)|reversed \(or previously applied\) patch|git apply.{0,60}(fail|error)|failed to apply (the )?(model |gold )?(patch|diff)', 'i')
union all
select run_id, channel, quote, file, line from words where channel like 'harness%' and regexp_matches(said, 'Patch Apply Failed|APPLY_PATCH_FAIL|patch (failed to apply|does not apply|apply failed)|malformed patch|(failed|unable|could not|cannot) (to )?apply( \w+){0,3} (patch|diff)|git apply.{0,60}(fail|error)|hunk.{0,10}FAILED|corrupt patch|only garbage was found|no valid patches', 'i')
