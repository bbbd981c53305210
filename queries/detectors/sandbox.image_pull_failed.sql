-- title: The image could not be fetched
-- kind: sandbox.image_pull_failed
-- severity: invalid
-- confidence: 0.92
-- scope: run
--
-- Finds runs whose image could not be fetched: throttled or refusing registries, unknown images, proxies.
-- Not: throttling of the model's provider; pulls by the agent.
select run_id, step, channel, quote, file, line
from words where not (turns > 0 and (names_work(said) or (channel in ('agent_stderr', 'agent_stdout') and is_prose(said)))) and channel in ('harness_exception', 'harness_enum', 'harness_log', 'build_log', 'agent_stderr', 'agent_event', 'synthetic_message') and says_image_pull
union all
select run_id, step, channel, quote, file, line from unnamed_setup where what = 'image_pull'
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'sandbox.image_pull_failed'
