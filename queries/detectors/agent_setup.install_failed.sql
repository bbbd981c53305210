-- title: The agent could not be installed
-- kind: agent_setup.install_failed
-- severity: invalid
-- confidence: 0.93
-- scope: run
-- even_if_passed: yes
--
-- Finds runs in which no agent lived and the words of harness or installer say that its software could not be installed or is not there. The score of such a run is nobody's.
-- Not: `command not found` for something that a living agent typed.
select run_id, step, channel, quote, file, line
from words where says_install_failed and (run_id in (select run_id from run_life where not ran and kind = 'agent') or regexp_matches(said, 'INSTALL_FAIL_STATUS|agent_installation_failed|AgentSetupTimeout|CLINotFound')) and not (says_image_build or says_image_pull or says_start_failed)
union all
select run_id, null, channel, 'exit ' || code, file, line from run_events where channel = 'agent_exit' and phase = 'setup' and is_terminal and code <> '0' and run_id in (select run_id from run_life where not ran and kind = 'agent')
union all
select run_id, null, channel, quote, file, line from agent_exits where phase = 'agent' and code in ('126', '127') and run_id in (select run_id from run_life where not ran and kind = 'agent')
union all
select run_id, step, channel, quote, file, line from unnamed_setup where what = 'install'
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'agent_setup.install_failed'
