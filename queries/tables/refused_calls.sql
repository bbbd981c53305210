-- title: Results of calls that speak of a refusal
--
-- One row a tool call whose result holds words of a proxy, a resolver, a file system or git that refuse something. Looked for by plain
-- letters in one pass, so that the detectors which weigh refusals by pattern read few texts.
select rowid as place, run_id, step, call, result from tool_calls
where regexp_matches(result, 'llowlist|roxy|unnel |name resolution|esolve host|ailure resolving|ermission denied|not permitted|EACCES|ead-only file system|EROFS|sudo: |dubious ownership')
