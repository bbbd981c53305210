-- title: Says that something is tried again
--
-- A notice, never an end.
(t) as regexp_matches(t, 'retrying|will retry|retry (attempt|in|after|\d|\()|\bretry\b.{0,20}\bin \d|attempt \d+ ?(/|of) ?\d+|reconnecting|backing off|waiting \d+.{0,12}before|try(ing)? again in \d|attempt \d+ (failed|succeeded)|falling back', 'i')
