-- title: Says that a port is taken
--
-- Only in the words of the harness or the grader.
(t) as regexp_matches(t, 'address already in use|EADDRINUSE|\[Errno 98\]|port \d+ is (already )?(in use|allocated|taken|occupied)|only one usage of each socket|os error 98', 'i')
