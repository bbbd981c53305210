-- title: The harness itself calls it a failure of infrastructure
-- kind: record.harness_declared_infra
-- severity: invalid
-- confidence: 0.55
-- scope: run
--
-- Finds runs that their harness declares dead of infrastructure or of an error of its own, without a cause that another detector names. Take it as invalid, and verify.
-- Not: its words for limits, for the agent's own errors and for ordinary ends.
select run_id, step, channel, quote, file, line
from words where channel in ('harness_enum', 'harness_exception') and (
    regexp_matches(said, 'infra(structure)?[_ ](error|failure|fail)|infra_failure.{0,4} *(true|:)|INFRA_ERROR|HarnessError|EnvironmentError|ToolsetError|EnvError|unexpected_error|too_many_errors|(sandbox|harness|system|setup|internal)_(error|failure)\b|SystemError|InternalHarness', 'i')
    or (channel = 'harness_enum' and regexp_matches(coalesce(code, quote), '^((sample|task|trial|eval|runner|worker|env|environment|episode|job|host|platform|infra|rollout)[_ -])?(error|errored|crash|failed_to_start|crashed|infra|infrastructure_error|exit_error|system_failure)$', 'i') and not exists (select 1 from run_life l where l.run_id = words.run_id and (l.final_answer is not null or l.success)) and type in ('status', 'termination_reason') and not exists (select 1 from run_events e where e.run_id = words.run_id and e.channel = 'limit'))
    or regexp_matches(said, '"status" *: *"(error|crashed)" *, *"error"', 'i'))
  and not regexp_matches(said, 'infra_failure.{0,4} *false', 'i')
