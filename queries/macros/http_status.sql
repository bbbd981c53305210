-- title: The HTTP status of a failed call, where words give one
--
-- Only beside a word that makes the number a status; else the status that the error's class or type stands for.
(t) as coalesce(
  try_cast(coalesce(nullif(regexp_extract(t, '(?i)(?:error code|status(?:[_ ]?code)?|https?(?:/[\d.]+)?|api error|\bcode|error|upstream|rejected|\breturned|\bgot|\breceived|replied|answered|responded(?: with)?|failed with|\bwith)(?: an?)?[\"''’:= (\[-]{1,6}([45]\d\d)\b', 1), ''), nullif(regexp_extract(t, '(?i)\b([45]\d\d)[ :—-]+(?:bad request|unauthorized|payment required|forbidden|not[ _]found|request timeout|conflict|payload|unprocessable|too many|internal|bad gateway|service unavailable|gateway|INVALID_ARGUMENT|UNAVAILABLE|client error|server error)', 1), '')) as integer),
  case when regexp_matches(t, 'invalid_request_error|INVALID_ARGUMENT|BadRequest|ValidationException|bad_request|UnprocessableEntity|InvalidRequest') then 400 when regexp_matches(t, 'NotFoundError|NotFoundException|ResourceNotFound|not_found_error|\bNOT_FOUND\b') then 404 end)
