-- title: The message was cut at the output cap
-- kind: model_io.output_token_limit
-- severity: suspicious
-- confidence: 0.75
-- scope: run
--
-- Finds runs whose last message stopped at the cap of output tokens and made no call, and endings that the harness names so. It stays in the rates; if the harness dropped the message, label the run `infra`.
-- Not: long but complete answers.
select s.run_id, s.step, 'step' as channel, 'cut at ' || coalesce(s.tokens_out::varchar, 'the cap') || ' output tokens' as quote, s.file, s.line
from steps s join run_life l on l.run_id = s.run_id and l.last_turn = s.step
where s.run_id not in (select c.run_id from tool_calls c where c.run_id = s.run_id and c.step = s.step)
  and (regexp_matches(coalesce(s.finish_reason, ''), '^(length|max_tokens|max_output_tokens|MAX_TOKENS)$') or s.tokens_out in (4096, 8192, 16000, 16384, 32000, 32001, 32768, 64000, 65536, 128000))
union all
select run_id, step, channel, quote, file, line
from words where says_output_limit and not says_context_overflow
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'model_io.output_token_limit'
