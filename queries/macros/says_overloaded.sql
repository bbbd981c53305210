-- title: Says that a provider has no capacity
--
-- Overload, HTTP 529 and 503 of the model's provider.
(t) as regexp_matches(t, 'overloaded_error|\boverloaded\b|ServerOverloaded|ApiOverloadedError|server[_ ](is )?overload|(error code|status( code)?|status_code|http(/[\d.]+)?|api error|code|error)[\"'':= (]{1,6}(529|503)\b|unexpected status (529|503)|last status: (529|503)|(at|out of|over|exceeded|insufficient|not enough) capacity|capacity (constraints|issues|exceeded)|ServiceUnavailable(Error|Exception)?|service (is )?(temporarily |currently )?unavailable'
  || '|high (demand|load|traffic)|heavy load|too busy|ModelNotReadyException|LLM_SERVICE_UNAVAILABLE|\b(503|529) (Service|Overloaded|UNAVAILABLE)|status.{0,4}UNAVAILABLE|temporarily (unavailable|overloaded)|no healthy upstream|slow_down|model (is )?(currently )?(overloaded|busy|not ready|loading)', 'i')
