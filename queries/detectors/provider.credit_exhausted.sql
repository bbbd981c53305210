-- title: The account ran out of money
-- kind: provider.credit_exhausted
-- severity: invalid
-- confidence: 0.95
-- scope: run
--
-- Finds runs that ended because the account, key or workspace had no credits, funds or budget left: the harness's exception, the agent program's last event, or the
-- provider's error body says so. Excluded from rates: the model was not asked.
-- Misses endings that the harness did not record. Not: throttling, which shares status 429 with it; a subscription window; words in files or answers.
select run_id, step, channel, quote, file, line
from words where not names_grader(said) and not regexp_matches(said, '^ToolError') and (says_credit and not regexp_matches(said, 'quota (exceeded for )?metric|PerMinute|PerDay|free_tier', 'i')) and not says_image_pull and not (says_usage_window and not regexp_matches(said, 'credit|billing|insufficient|top.?(it |up)|ApiUsageLimitError', 'i'))
union all
select run_id, step, channel, quote, file, line from unnamed where status in (402)
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'provider.credit_exhausted'
