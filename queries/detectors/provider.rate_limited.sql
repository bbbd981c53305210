-- title: The provider throttled until the run ended
-- kind: provider.rate_limited
-- severity: invalid
-- confidence: 0.88
-- scope: run
--
-- Finds runs whose last event that was not retried is throttling: requests or tokens per minute, HTTP 429, all retries used. Where the agent went on afterwards it is only a note.
-- Not: notices of retries; an account without money, which also comes as 429; a registry's pull limit; a bare number 429.
with ended as materialized (
    select * from words where not names_grader(said) and says_rate_limit and not (says_credit and not regexp_matches(said, 'quota (exceeded for )?metric|PerMinute|PerDay|free_tier', 'i')) and not (says_usage_window and not regexp_matches(said, 'per ?minute|(tokens|requests) per (day|hour)|\b[TR]P[DMH]\b', 'i')) and not (says_image_pull or regexp_matches(said, '\bregistry\b', 'i') or says_context_overflow or (says_overloaded and (lacks_capacity(said) or not regexp_matches(said, '429|rate|quota|service[_ ]tier', 'i'))))
)
select run_id, step, channel, quote, file, line, 'invalid' as severity, null::varchar as title from ended
union all
select run_id, step, channel, quote, file, line, 'note', 'The provider ' || 'throttled' || ' and the agent went on'
from retries where says_rate_limit and not says_credit and run_id not in (select run_id from ended)
union all
select run_id, step, channel, quote, file, line, 'invalid', null from unnamed where status in (429)
union all
select run_id, step, channel, quote, file, line, 'invalid', null from unnamed_kind where kind = 'provider.rate_limited'
