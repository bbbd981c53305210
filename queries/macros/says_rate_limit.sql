-- title: Says that a provider throttles
--
-- Throttling by requests or tokens per minute, HTTP 429. Two other things also come as 429: see says_credit and says_usage_window.
(t) as regexp_matches(t, 'rate[_ -]?limit(s|ed|ing|[_ ](error|exceeded|reached|hit)|Error|Exceeded)|(exceed(ed|s)?|reached|hit|over) .{0,60}rate[_ -]limit|RateLimit|ApiRateLimitError|too[_ ]many[_ ]requests|TooManyRequests|ResponseTooManyFailedAttempts|Throttling(Exception)?|request (was|has been) throttled|\bthrottled\b|Too many tokens, please wait'
  || '|unexpected status 429|last status: 429|(error code|status( code)?|status_code|http(/[\d.]+)?|api error|code|error)[\"'':= (]{1,6}429\b|429 (Too Many|Resource|status|rate|You|\{)|429 RESOURCE|status 429|RESOURCE_EXHAUSTED|ResourceExhausted|RATE_LIMITED|(tokens|requests) per (min|minute|day|second)|\b[TR]PM\b|quota exceeded for (quota )?metric|exhausted your capacity|MODEL_CAPACITY|concurrency limit|too many concurrent', 'i')
