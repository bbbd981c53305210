-- title: Says that the agent went on or ended well
--
-- After it, what stood before is no end.
(t) as regexp_matches(t, '^(attempt \d+ succeeded|succeeded after|retry succeeded)|finished with exit code 0|exited with code 0|exit code: 0\b|(agent|run|task) (completed|finished|done) ?(successfully|ok)?\.?$|^\W*(the )?(agent|run|task)( \w+)? ended\.?$|(agent|run|task) ended (successfully|ok|normally)\.?$', 'i')
