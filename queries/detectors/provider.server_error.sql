-- title: The model's server failed
-- kind: provider.server_error
-- severity: invalid
-- confidence: 0.85
-- scope: run
--
-- Finds runs whose last event that was not retried is a failure of the model's server: 5xx, a dead engine, answers without choices, a provider's internal error, and failed calls whose words name no cause at all.
-- Not: an OpenHands runtime that answers 500 (sandbox.died); a litellm error whose inner text is a resolver's (sandbox.network_dns); services of the task.
with ended as materialized (
    select * from words where not names_grader(said) and (says_server_error or (says_connection_lost and refuses_at_model_server(said))) and not names_sandbox and not says_output_limit and not (says_empty_response(said) and not regexp_matches(said, '\b5\d\d\b|choices', 'i')) and not ((says_credit or says_usage_window or says_image_pull or says_context_overflow) or says_overloaded or says_rate_limit or says_dns or says_content_filter or says_invalid_history or says_model_unavailable or (says_auth and not regexp_matches(said, 'Internal', 'i')) or ((says_sandbox_gone or says_start_failed or says_image_pull or says_image_build) and not names_model(said))) and not regexp_matches(said, 'execute_action|(localhost|127\.0\.0\.1)[:\d]*(/($|[^vc])|[^/:\d]|$)|executor|proof-of-concept|HTTP 504\)|verifier|judge|infrastructure_error', 'i')
)
select run_id, step, channel, quote, file, line, 'invalid' as severity, null::varchar as title from ended
union all
select run_id, step, channel, quote, file, line, 'note', 'The provider ' || 'failed' || ' and the agent went on'
from retries where says_server_error and not says_overloaded and run_id not in (select run_id from ended)
union all
select run_id, step, channel, quote, file, line, 'invalid', 'The call to the model failed' from unnamed where status is null or (status >= 500 and status not in (503, 504, 522, 524, 529)) or status < 400
union all
select run_id, step, channel, quote, file, line, 'invalid', null from unnamed_kind where kind = 'provider.server_error'
