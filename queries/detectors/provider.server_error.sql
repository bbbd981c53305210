-- title: The model's server failed
-- kind: provider.server_error
-- severity: invalid
-- confidence: 0.85
-- scope: run
--
-- Finds runs whose last event that was not retried is a failure of the model's server: 5xx, a dead engine, answers without choices, a provider's internal error, and failed calls whose words name no cause at all.
-- Not: an OpenHands runtime that answers 500 (sandbox.died); a litellm error whose inner text is a resolver's (sandbox.network_dns); services of the task.
with ended as materialized (
    select * from words where says_server_error(said) and not names_sandbox(said) and not says_output_limit(said) and not ((says_credit(said) or says_usage_window(said) or says_image_pull(said) or says_context_overflow(said)) or says_overloaded(said) or says_rate_limit(said) or says_dns(said) or says_content_filter(said) or says_invalid_history(said) or says_model_unavailable(said) or (says_auth(said) and not regexp_matches(said, 'Internal', 'i')) or (says_sandbox_gone(said) or says_start_failed(said) or says_image_pull(said) or says_image_build(said))) and not regexp_matches(said, 'execute_action|localhost|127\.0\.0\.1|executor|proof-of-concept|HTTP 504\)|verifier|judge|infrastructure_error', 'i')
)
select run_id, step, channel, quote, file, line, 'invalid' as severity, null::varchar as title from ended
union all
select run_id, step, channel, quote, file, line, 'note', 'The provider ' || 'failed' || ' and the agent went on'
from retries where says_server_error(said) and not says_overloaded(said) and run_id not in (select run_id from ended)
union all
select run_id, step, channel, quote, file, line, 'invalid', 'The call to the model failed' from unnamed where status is null or status >= 500 or status < 400
