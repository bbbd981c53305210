-- title: No sandbox came up
-- kind: sandbox.start_failed
-- severity: invalid
-- confidence: 0.9
-- scope: run
--
-- Finds runs whose sandbox never became usable: timeouts while it started, names, ports and networks already taken, a docker daemon that is down or hangs, failed health checks.
-- Not: containers that the agent itself starts as its task; images that are missing (the two image kinds).
select run_id, step, channel, quote, file, line
from words where not (turns > 0 and (names_work(said) or (channel in ('agent_stderr', 'agent_stdout') and is_prose(said)))) and channel in ('harness_exception', 'harness_enum', 'harness_log', 'build_log', 'agent_stderr', 'agent_event', 'synthetic_message') and ((says_start_failed and not (channel in ('agent_event', 'synthetic_message') and names_model(said)) and not (says_sandbox_gone and run_id in (select run_id from run_life where ran)))
  or (channel in ('harness_exception', 'harness_log', 'build_log') and names_sandbox and run_id in (select run_id from run_life where not ran and kind = 'agent'))) and not (says_image_pull or says_image_build or says_resource or says_oom or (says_exec_unavailable and run_id in (select run_id from run_life where ran)) or (says_disk_full and not regexp_matches(said, 'schedul|nodes are available|quota|limit', 'i')))
union all
select run_id, null, channel, quote, file, line from agent_exits where gemini and code = '44'
union all
select run_id, step, channel, quote, file, line from unnamed_setup where what = 'start'
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'sandbox.start_failed'
