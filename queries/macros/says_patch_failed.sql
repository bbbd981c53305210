-- title: Says that a diff could not be applied
--
-- In the words of git, patch and the harnesses.
(t) as regexp_matches(t, 'Patch Apply Failed|patch (failed to apply|does not apply|apply failed)|APPLY_PATCH_FAIL|malformed patch|error: patch failed|hunk FAILED|patch unexpectedly ends|corrupt patch|only garbage was found in the patch|no valid patches in input|patch fragment without header|patch( \w+){0,3} (could not|cannot|can.t|did not|failed to) (be )?appl|(cannot|could not|unable to|failed to) apply( \w+){0,3} (patch|diff)|reversed \(or previously applied\) patch|git apply.{0,60}(fail|error)|failed to apply (the )?(model |gold )?(patch|diff)'
  || '|hunk.{0,10}FAILED|(model|candidate|gold|test|agent)?.?(patch|diff)( [\w./-]+){0,4} (rejected|unusable|not applicable|malformed|conflicts?|empty hunk)|patch: \*\*\*\*|error: .{0,80}(does not match index|already exists in working directory)', 'i')
