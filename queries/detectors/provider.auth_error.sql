-- title: The provider refused the key or the login
-- kind: provider.auth_error
-- severity: invalid
-- confidence: 0.9
-- scope: run
--
-- Finds runs that ended because a key was missing, invalid, expired or revoked, or a login was needed. Statuses 401 and 403 count only where harness or agent program gives them as the model call's.
-- Excluded from rates. Not: 401 or 403 that the agent's own commands got; numbers in ports and sizes; a registry that wants a login (sandbox.image_pull_failed).
select run_id, step, channel, quote, file, line
from words where not names_grader(said) and not regexp_matches(said, '^ToolError') and says_auth and not (says_credit or says_usage_window or says_rate_limit or says_image_pull or (says_model_unavailable and not refuses_access(said)) or says_dns or regexp_matches(said, 'RBAC|namespace|kubeconfig|SSHAccess|ServiceAccount .{0,60}(not found|create)', 'i')) and phase <> 'grader' and not regexp_matches(said, 'dockerd?\.sock|\bgit\b|apt-get')
union all
select run_id, null, channel, quote, file, line from agent_exits where gemini and code = '41'
union all
select run_id, step, channel, quote, file, line from unnamed where status in (401, 403)
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'provider.auth_error'
