-- title: Says that the model's servers are full, whatever status the answer has
--
-- Some providers answer 429 where it is their capacity that is used up, not the caller's quota.
(t) as regexp_matches(t, '(no|insufficient|out of|at|over) capacity|model_?capacity|overloaded|capacity (exhausted|exceeded)', 'i') and not regexp_matches(t, 'your capacity|service[_ ]tier|your (rate|quota)|rate_limit_error|rate limit (reached|exceeded)', 'i')
