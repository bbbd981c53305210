-- title: A disk was full
-- kind: sandbox.disk_full
-- severity: invalid
-- confidence: 0.89
-- scope: run
--
-- Finds runs in which harness, build, installation or grader ran out of disk.
-- Not: files of the agent's own making; source code that mentions it.
select run_id, step, channel, quote, file, line
from words where not (turns > 0 and (names_work(said) or (channel in ('agent_stderr', 'agent_stdout') and is_prose(said)))) and channel in ('harness_exception', 'harness_enum', 'harness_log', 'build_log', 'agent_stderr', 'agent_event', 'synthetic_message', 'api_error_json', 'agent_stdout') and says_disk_full
union all
select g.run_id, null, g.channel, g.said, g.file, g.line from grader_words g join grader_state s using (run_id)
where g.says_disk_full and not s.decided and not s.tested and not regexp_matches(g.said, '\.\w+::|AssertionError|^E ', 'i') and not is_retry_line(g.said)
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'sandbox.disk_full'
