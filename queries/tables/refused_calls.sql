-- title: Results of calls that speak of a refusal
--
-- One row a tool call whose result holds words of a proxy, a resolver, a file system or git that refuse something. Looked for by plain
-- letters in one pass, so that the detectors which weigh refusals by pattern read few texts.
select rowid as place, run_id, step, call, result from tool_calls
where contains(result, 'llowlist') or contains(result, 'roxy') or contains(result, 'unnel ') or contains(result, 'name resolution') or contains(result, 'esolve host') or contains(result, 'ailure resolving')
   or contains(result, 'ermission denied') or contains(result, 'not permitted') or contains(result, 'EACCES') or contains(result, 'dubious ownership')
