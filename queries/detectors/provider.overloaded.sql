-- title: The provider had no capacity
-- kind: provider.overloaded
-- severity: invalid
-- confidence: 0.87
-- scope: run
--
-- Finds runs whose last event that was not retried says that the provider is overloaded or out of capacity (529, 503 and the like). Where the agent went on it is only a note; the death of a subagent that the main agent survived is one too.
-- Not: retry notices; a service of the task that answers 503.
with ended as materialized (
    select * from words where not names_grader(said) and says_overloaded and not names_sandbox and not ((says_credit or says_usage_window or says_image_pull or says_context_overflow) or says_dns or ((says_sandbox_gone or says_start_failed) and not names_model(said)) or (says_rate_limit and regexp_matches(said, '429|rate.?limit|service[_ ]tier', 'i') and not lacks_capacity(said))) and not (says_connection_lost and not regexp_matches(said, '503|529|overload|capacity|busy|demand|traffic', 'i')) and not regexp_matches(said, 'Handshake|executor|proof-of-concept|verifier|judge', 'i')
)
select run_id, step, channel, quote, file, line, 'invalid' as severity, null::varchar as title from ended
union all
select run_id, step, channel, quote, file, line, 'note', 'The provider ' || 'had no capacity' || ' and the agent went on'
from retries where says_overloaded and run_id not in (select run_id from ended)
union all
select run_id, step, channel, quote, file, line, 'invalid', null from unnamed where status in (503, 529)
union all
select run_id, step, channel, quote, file, line, 'invalid', null from unnamed_kind where kind = 'provider.overloaded'
