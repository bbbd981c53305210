-- title: The record stops in the middle
-- kind: record.transcript_truncated
-- severity: suspicious
-- confidence: 0.6
-- scope: run
--
-- Finds records that are cut: a half written last line, a call without a result at the end, a program that ended in error without saying which. Suspicious: the run stays in until read.
-- Not: runs that a limit stopped; transcripts that end with the answer.
select run_id, last_step as step, 'run' as channel, 'the record is cut' as quote, 0.6::double as confidence from run_life where truncated
union all
select l.run_id, l.last_turn, 'run', 'the last call has no result, and nothing says why the run ended', 0.4 from run_life l
where l.kind = 'agent' and l.calls > 0 and l.results > 0 and l.final_answer is null and not l.success and coalesce(l.passed, false) = false
  and exists (select 1 from tool_calls c where c.run_id = l.run_id and c.step = l.last_turn and c.result is null and not regexp_matches(c.name, 'submit|finish|done|complete|answer|final|stop|exit', 'i'))
  and not exists (select 1 from run_events e where e.run_id = l.run_id and e.phase <> 'grader' and (e.channel = 'limit' or (e.is_terminal and e.channel in ('harness_exception', 'agent_event', 'agent_exit'))))
union all
select run_id, step, 'agent_event', coalesce(nullif(text, ''), code), 0.6 from run_events where channel = 'agent_event' and is_terminal and regexp_matches(coalesce(code, '') || ' ' || left(text, 300), 'error_during_execution') and not regexp_matches(text, '[a-z] [a-z]+ [a-z]')
