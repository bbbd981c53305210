-- title: The provider blocked what went in or came out
-- kind: provider.content_filter
-- severity: suspicious
-- confidence: 0.8
-- scope: run
--
-- Finds runs in which the provider's API blocked input or output. They stay in the rates: often the text is the agent's own. Where the text is harmless and a retry passes, label the run `infra`.
-- Not: a refusal in the model's own words; a switch to another model after which the run went on.
select run_id, step, channel, quote, file, line
from words where not names_grader(said) and not regexp_matches(said, '^ToolError') and says_content_filter
union all
select s.run_id, s.step, 'step', 'finish reason ' || s.finish_reason, s.file, s.line from steps s join run_life l on l.run_id = s.run_id and l.last_turn = s.step
where regexp_matches(s.finish_reason, '^(content_?filter|safety|prohibited_content|recitation|blocklist|spii|refusal)$', 'i')
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'provider.content_filter'
