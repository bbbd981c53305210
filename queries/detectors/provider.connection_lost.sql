-- title: The connection to the model was lost
-- kind: provider.connection_lost
-- severity: invalid
-- confidence: 0.84
-- scope: run
--
-- Finds runs whose last event that was not retried is a stream to the model that broke off, stalled or timed out, or a connection that was reset.
-- Not: the time limit of the run; connections of the agent's own programs; a sandbox that cannot be reached.
with ended as materialized (
    select * from words where not names_grader(said) and says_connection_lost and not names_sandbox and channel not in ('build_log', 'harness_enum') and not says_output_limit and not says_empty_response(said) and not ((says_credit or says_usage_window or says_image_pull or says_context_overflow) or (says_overloaded and regexp_matches(said, '503|529|overload|capacity|busy|demand|traffic', 'i')) or says_dns or says_rate_limit or says_server_error or ((says_sandbox_gone or says_start_failed or says_image_pull or says_image_build) and not names_model(said)) or (says_install_failed and not names_provider and run_id in (select run_id from run_life where not ran))) and not refuses_at_model_server(said) and not regexp_matches(said, 'agent (execution|run|setup)?.{0,20}timed out|AgentTimeout|verifier|executor|proof-of-concept|docker|container|sandbox|kubectl|command .{0,200}timed out|Execution timed out|test_timeout|budget|\b(agent|instance|run|trial|episode|rollout)( \w+){0,3} (timed out|did not (finish|complete))', 'i')
)
select run_id, step, channel, quote, file, line, 'invalid' as severity, null::varchar as title from ended
union all
select run_id, step, channel, quote, file, line, 'note', 'The provider ' || 'cut the connection' || ' and the agent went on'
from retries where says_connection_lost and run_id not in (select run_id from ended)
union all
select run_id, step, channel, quote, file, line, 'invalid', null from unnamed where status in (408, 504, 522, 524)
union all
select run_id, step, channel, quote, file, line, 'invalid', null from unnamed_kind where kind = 'provider.connection_lost'
