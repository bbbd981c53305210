-- title: The model is unknown or refuses a parameter
-- kind: provider.model_unavailable
-- severity: invalid
-- confidence: 0.9
-- scope: run
--
-- Finds runs that ended because the provider does not know the model, no longer serves it, or refuses a parameter of the call. Usually a whole batch is alike: the configuration is wrong, not the agent.
-- Not: things that the task itself could not find.
select run_id, step, channel, quote, file, line
from words where not names_grader(said) and not regexp_matches(said, '^ToolError') and says_model_unavailable and not (says_context_overflow or says_credit or says_rate_limit or says_image_pull or says_overloaded or (says_auth and refuses_access(said)) or (names_sandbox and not names_provider))
union all
select run_id, step, channel, quote, file, line from unnamed where status in (404, 405, 410) or (status between 400 and 499 and status not in (401, 402, 403, 408, 413, 429) and regexp_matches(said, 'param|field|argument|format|header|schema|supports? |max_|temperature|beta|feature|option|enabled', 'i') and not regexp_matches(said, '\bmessages\b|contents|\brole|\bturn|history|\bblock|conversation', 'i'))
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'provider.model_unavailable'
