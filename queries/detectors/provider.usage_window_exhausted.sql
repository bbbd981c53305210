-- title: The subscription's usage window was used up
-- kind: provider.usage_window_exhausted
-- severity: invalid
-- confidence: 0.94
-- scope: run
--
-- Finds runs that ended at a subscription window or spending cap: five-hour, weekly and daily limits, caps of a workspace. The remedy is to wait; the run says nothing about the agent.
-- Not: an account without money (provider.credit_exhausted); throttling by the minute; warnings that a window is nearly used.
select run_id, step, channel, quote, file, line
from words where not names_grader(said) and says_usage_window and not regexp_matches(said, '\b(sandbox|box|boxe|container|vm|pod|instance|machine|vcpu|disk|worker)(es|s)?\b', 'i') and not (says_credit and not regexp_matches(said, 'quota (exceeded for )?metric|PerMinute|PerDay|free_tier', 'i') and not says_usage_window) and not regexp_matches(said, 'allowed_warning|ApiUsageLimitError|LimitsExceeded')
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'provider.usage_window_exhausted'
