-- title: Says that the clock is wrong
--
-- Certificates, signatures and package lists that are not valid yet.
(t) as regexp_matches(t, 'clock skew|certificate is not yet valid|(release|InRelease) file.*not valid yet|is not valid yet|signature not yet (current|valid)|RequestTimeTooSkewed|time is in the future|Request timestamp.{0,40}(expired|skew)|token used too early|system clock|nbf.{0,40}future'
  || '|Invalid JWT: Token must be a short-lived|reasonable timeframe|not yet valid|not valid yet|Signature not yet|RequestTimeTooSkewed|difference between the request time|clock (is|was|has) .{0,30}(set|wrong|off|ahead|behind|skew)|computer.s clock|system (clock|time) (is|was|appears)|issued in the future|iat.{0,20}future|RequestExpired|signature expired: .{0,60}(earlier|later) than|time (drift|skew)|clock drift'
  || '|(clock|time)( \w+){0,3} (jumped|moved|went) |not (yet )?valid (yet|before|until)|valid (only )?(from|after) .{0,40}(now|current)|NotBefore|certificate( \w+){0,4} (future|not active)', 'i')
