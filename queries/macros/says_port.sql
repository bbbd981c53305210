-- title: Says that a port is taken
--
-- Only in the words of the harness or the grader.
(t) as regexp_matches(t, 'address already in use|EADDRINUSE|\[Errno 98\]|port \d+ is (already )?(in use|allocated|taken|occupied)|only one usage of each socket|os error 98'
  || '|address (is )?already in use|port \d+ (is )?in use|(could not|cannot|can.t|unable to|failed to|error)( \w+){0,4} bind( \w+){0,3}( on)?( IPv[46])?( address| port| to)?|bind: address|EADDRINUSE|WSAEADDRINUSE|already listening on|port .{0,20}(occupied|taken|busy)', 'i')
