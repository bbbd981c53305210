-- title: The names of errors in a text, as words
--
-- Classes of exceptions, values of fields such as code, type and reason, and texts that are one name: `SandboxImagePullError`, `"code": "max_steps_reached"`
-- and `VmGone` become plain words on a line of their own, so that families of words need not spell each name. Empty where there is none.
(t) as coalesce(chr(10) || nullif(array_to_string(list_distinct(list_transform(
  regexp_extract_all(left(t, 4000), '\b[A-Z][A-Za-z0-9]*(?:Error|Exception|Timeout|Exceeded|Failure|Failed|Fault|Exhausted|NotFound|Unavailable|Denied|Killed|Died|Gone|Lost|Terminated|Disconnected|Overloaded|Crashed|Expired|Reached|Closed|Rejected|Aborted|Evicted|Unreachable|Blocked|Refused|Full)\b')
  || regexp_extract_all(left(t, 4000), '(?i)\b(?:error_?)?(?:code|type|status|reason|kind|name|error)[\\"''’]{0,3} ?[:=] ?[\\"''‘]{0,3}([a-z]+(?:[_.-][a-z]+)+)', 1)
  || regexp_extract_all(t, '(?:^|: |\n)\s*([A-Z]+[a-z]+(?:[A-Z]+[a-z]*)+)\s*[:(]', 1)
  || regexp_extract_all(t, '^\s*([A-Za-z]+(?:[_-][A-Za-z]+)+)\s*$', 1),
  lambda x: trim(regexp_replace(regexp_replace(regexp_replace(x, '([a-z0-9])([A-Z])', '\1 \2', 'g'), '([A-Z]+)([A-Z][a-z])', '\1 \2', 'g'), '[_.-]+', ' ', 'g')))), '; '), ''), '')
