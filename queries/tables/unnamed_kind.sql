-- title: Last words of harnesses that no family names
--
-- One row the last statement of a harness about trouble in a run in which no other words name a cause: `kind` is what its nouns and verbs are about.
-- None of runs that a limit ended, that ended well, or of texts too long for a sentence.
with last as (
    select w.*, l.ran from words w join run_life l using (run_id)
    where l.kind = 'agent' and not l.success and w.channel in ('harness_exception', 'harness_enum', 'harness_log', 'build_log', 'agent_event', 'synthetic_message', 'api_error_json') and w.type <> 'traceback' and length(w.quote) between 6 and 400 and w.from_end < 3
      and (w.channel <> 'harness_log' or not regexp_matches(w.said, '\b(INFO|DEBUG)\b|exit(ed with)? (code )?0\b|succe|passed'))
      and not names_work(w.said) and not regexp_matches(w.said, 'AgentTimeout|NonZeroAgentExit|^ToolError|cancell?ed|interrupt', 'i')
      and w.run_id not in (select run_id from words where is_named or ((says_install_failed or says_launch_failed) and not l.ran))
      and w.run_id not in (select run_id from run_events where channel = 'limit')
)
select * from (select *, reads_as(said, ran) as kind from last) where kind is not null and not (channel in ('agent_event', 'synthetic_message', 'api_error_json') and (is_prose(said) or not regexp_matches(kind, '^(provider|model_io|budget)\.'))) and not (channel = 'harness_enum' and (kind like 'agent_setup.%' or regexp_matches(said, 'unknown|agent_?(error|fail)', 'i')))
qualify row_number() over (partition by run_id order by channel = 'harness_exception' desc, channel = 'harness_enum' desc, line desc nulls last) = 1
