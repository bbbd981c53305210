-- title: No agent ran
-- kind: agent_setup.launch_failed
-- severity: invalid
-- confidence: 0.6
-- scope: run
-- even_if_passed: yes
--
-- Finds runs without any turn, call or output token of an agent though the record would show them; harness and agent program may name the cause (a missing variable, a wrong option, a missing helper), or report success. The score is nobody's, a passed one too.
-- Sessions that nobody scored and no harness started are only noted. Not: records without a transcript (record.transcript_missing); an agent that crashed after many turns.
select run_id, step, channel, quote, file, line, 0.9::double as confidence, 'invalid' as severity from words where says_launch_failed and run_id in (select run_id from run_life where not ran and kind = 'agent') and not (says_image_build or says_start_failed)
union all
select run_id, null, channel, quote, file, line, 0.9, 'invalid' from agent_exits where gemini and code in ('42', '52', '55')
union all
select l.run_id, null, 'run', 'no turn, no call and no output token' || case when l.success then ', though the agent program reports success' else '' end || coalesce('; exit code ' || l.exit_code, ''), null, null, 0.6,
       case when l.score is not null or l.passed is not null or exists (select 1 from run_events e where e.run_id = l.run_id and (e.phase = 'grader' or e.channel in ('harness_exception', 'harness_enum', 'harness_log', 'build_log', 'agent_exit'))) then 'invalid' else 'note' end
from run_life l where l.kind = 'agent' and not l.ran and (l.recorded or l.exit_code <> 0 or (l.success and l.tokens_out = 0)) and (l.turns = 0)
  and not exists (select 1 from words w where w.run_id = l.run_id and (w.says_install_failed or w.says_credit or w.says_auth or w.says_usage_window or (coalesce(l.passed, false) = false and w.channel like 'harness%' and (w.says_start_failed or w.says_image_build or w.says_image_pull))))
union all
select run_id, step, channel, quote, file, line, 0.6, 'invalid' from unnamed_kind where kind = 'agent_setup.launch_failed'
