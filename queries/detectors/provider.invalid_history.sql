-- title: The harness sent a conversation that the provider rejects
-- kind: provider.invalid_history
-- severity: invalid
-- confidence: 0.86
-- scope: run
--
-- Finds runs that ended in rejections of the conversation itself: tool calls without results, results without calls, roles out of order, empty blocks. Every later call fails alike, whatever the agent would do. So also other rejections of the request (4xx) whose words name no cause that another detector knows.
-- Not: one rejection after which the run went on.
select run_id, step, channel, quote, file, line
from words where not names_grader(said) and says_invalid_history and not says_context_overflow
union all
select run_id, step, channel, quote, file, line from unnamed where status between 400 and 499 and status not in (401, 402, 403, 404, 405, 408, 410, 413, 429)
  and not (regexp_matches(said, 'param|field|argument|format|header|schema|supports? |max_|temperature|beta|feature|option|enabled', 'i') and not regexp_matches(said, '\bmessages\b|contents|\brole|\bturn|history|\bblock|conversation', 'i'))
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'provider.invalid_history'
