-- title: A port was taken
-- kind: sandbox.port_in_use
-- severity: invalid
-- confidence: 0.89
-- scope: run
--
-- Finds runs in which harness or grader found its port taken.
-- Not: a server that the agent started twice (then its own words say so).
select run_id, step, channel, quote, file, line
from words where not (turns > 0 and (names_work(said) or (channel in ('agent_stderr', 'agent_stdout') and is_prose(said)))) and channel in ('harness_exception', 'harness_enum', 'harness_log', 'build_log', 'agent_stderr', 'agent_event', 'synthetic_message', 'api_error_json', 'agent_stdout') and not regexp_matches(said, 'dockerd|docker|Bind for', 'i') and says_port
union all
select g.run_id, null, g.channel, g.said, g.file, g.line from grader_words g join grader_state s using (run_id)
where g.says_port and not s.decided and not s.tested and not regexp_matches(g.said, '\.\w+::|AssertionError|^E ', 'i') and not is_retry_line(g.said)
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'sandbox.port_in_use'
