-- title: The HTTP status of a failed call, where words give one
--
-- Only beside a word that makes the number a status.
(t) as try_cast(coalesce(nullif(regexp_extract(t, '(?i)(?:error code|status(?:[_ ]?code)?|https?(?:/[\d.]+)?|api error|\bcode|error|upstream|rejected|\breturned)[\"''’:= (\[-]{1,6}([45]\d\d)\b', 1), ''), nullif(regexp_extract(t, '(?i)\b([45]\d\d)[ :]+(?:bad request|unauthorized|payment required|forbidden|not[ _]found|request timeout|conflict|payload|unprocessable|too many|internal|bad gateway|service unavailable|gateway|INVALID_ARGUMENT|UNAVAILABLE|client error|server error)', 1), '')) as integer)
