-- title: The locale cannot write what the task needs
-- kind: task_env.locale_encoding
-- severity: note
-- confidence: 0.6
-- scope: run
--
-- Finds runs in which the grader or the harness broke over characters that the locale cannot encode; invalid where the grader died of it.
-- Not: the agent's own programs.
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.decided or s.tested then 'note' else 'invalid' end as severity from grader_words g join grader_state s using (run_id)
where regexp_matches(g.said, 'Unicode(Encode|Decode)Error: .(ascii|latin-1|charmap)|(unsupported|invalid) locale( setting|s\b)|setlocale: .*cannot change locale|locale\.Error|RuntimeError: Click will abort|surrogates not allowed|need UTF-8 locale|Setting locale failed|check LANG and LC_|(configured|using) .{0,30}ASCII as (the )?encoding', 'i') and not regexp_matches(g.said, 'setlocale: LC_ALL|perl: warning', 'i')
union all
select run_id, channel, quote, file, line, 'note' from words where regexp_matches(said, 'Unicode(Encode|Decode)Error: .(ascii|latin-1|charmap)|unsupported locale setting|locale\.Error', 'i')
