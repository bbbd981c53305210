-- title: Exit codes of agent programs
--
-- One row a terminal exit; `gemini` says whether the program is gemini-cli or a descendant, whose codes have meanings of their own.
select e.run_id, e.phase, e.channel, e.code, coalesce(nullif(e.text, ''), 'exit ' || e.code) as quote, e.file, e.line,
       regexp_matches(coalesce(l.agent, ''), 'gemini|qwen', 'i') or exists (select 1 from run_events o where o.run_id = e.run_id and o.channel in ('agent_stderr', 'agent_stdout') and regexp_matches(o.text, 'gemini|qwen', 'i')) as gemini, l.ran
from run_events e join run_life l using (run_id) where e.channel = 'agent_exit' and e.is_terminal
