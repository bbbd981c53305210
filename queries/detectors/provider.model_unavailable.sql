-- title: The model is unknown or refuses a parameter
-- kind: provider.model_unavailable
-- severity: invalid
-- confidence: 0.9
-- scope: run
--
-- Finds runs that ended because the provider does not know the model, no longer serves it, or refuses a parameter of the call. Usually a whole batch is alike: the configuration is wrong, not the agent.
-- Not: things that the task itself could not find.
select run_id, step, channel, quote, file, line
from words where says_model_unavailable(said) and not (says_context_overflow(said) or says_credit(said) or says_rate_limit(said) or says_image_pull(said) or says_overloaded(said))
union all
select run_id, step, channel, quote, file, line from unnamed where status in (404, 405, 410) or (status between 400 and 499 and regexp_matches(said, 'param|field|argument|format|header|schema|supports? |max_|temperature|beta|feature|option|enabled', 'i') and not regexp_matches(said, '\bmessages\b|contents|\brole|\bturn|history|\bblock|conversation', 'i'))
