-- title: Says that something is tried again
--
-- A notice, never an end. Not the provider's advice to try again, and not the last of a count of attempts.
(t) as regexp_matches(t, '(^|[^\w ]|[^\w ] ?)retrying\b|\bretrying (in|with|after|request|connection|the|\(|now|once|\d+(/| of | ?s\b))|retrying(\.\.|…|$)|will retry|reconnecting|backing off|waiting \d+.{0,12}before|attempt \d+ (failed|succeeded)|falling back', 'i')
  or (regexp_matches(t, 'retry (attempt|in|after|\d|\()|\bretry\b.{0,20}\bin \d|try(ing)? again in \d', 'i') and not regexp_matches(t, '(please|then|and|or|must|may|can|should)[\w ,]{0,40} (re)?try', 'i'))
  or regexp_extract(t, '(?i)attempt (\d+) ?(?:/|of) ?\d+', 1) <> regexp_extract(t, '(?i)attempt \d+ ?(?:/|of) ?(\d+)', 1)
