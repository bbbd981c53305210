-- title: The image could not be built
-- kind: sandbox.image_build_failed
-- severity: invalid
-- confidence: 0.92
-- scope: run
--
-- Finds runs whose environment's image failed to build.
-- Not: images that the agent builds as its task.
select run_id, step, channel, quote, file, line
from words where not (turns > 0 and (names_work(said) or (channel in ('agent_stderr', 'agent_stdout') and is_prose(said)))) and channel in ('harness_exception', 'harness_enum', 'harness_log', 'build_log', 'agent_stderr', 'agent_event', 'synthetic_message') and says_image_build
union all
select run_id, step, channel, quote, file, line from unnamed_setup where what = 'image_build'
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'sandbox.image_build_failed'
