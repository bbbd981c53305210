-- title: The environment lets nothing out that the task needs
-- kind: task_env.egress_blocked
-- severity: suspicious
-- confidence: 0.6
-- scope: run
--
-- Finds runs in which three or more results of tools are refusals of a proxy or firewall, or resolver errors about different hosts, or in which every call from some step to the end got the same such refusal. Invalid only by label: many tasks are offline by design, so read the instruction and compare runs.
-- Not: bogus hosts, refused connections to the task's own services.
select run_id, min(step) as step, 'tool_result' as channel, arg_min(left(result, 400), call) as quote from (
    select run_id, step, call, result, regexp_extract(result, '(?i)(?:resolve host:? |host=.|https?://|resolving .?)([a-z0-9-]+(?:\.[a-z0-9-]+)+)', 1) as host from refused_calls
    where length(result) < 20000 and regexp_matches(result, 'blocked-by-allowlist|Host not in allowlist|403 Forbidden.{0,40}proxy|proxy.{0,60}403|Tunnel connection failed|CONNECT tunnel failed|Temporary failure in name resolution|Could not resolve host|Temporary failure resolving', 'i')
) where host <> '' and not regexp_matches(host, '^\d+\.\d+\.\d+\.\d+$|localhost') group by run_id having count(distinct host) >= 2 and count(*) >= 3
union all
select run_id, step, 'tool_result', left(result, 400) from same_results
where length >= 5 and regexp_matches(result, '(host|domain|url|network).{0,40}allow-?list|host_not_allowed|CONNECT tunnel failed|Tunnel connection failed|ProxyError|403 +Forbidden.{0,40}(proxy|3128|8080)|proxy.{0,60}(403|denied|refused)|Could ?n.t (resolve|connect to .?https)|Temporary failure (in name resolution|resolving)|network is unreachable|egress|(40[37]|denied|refused|forbidden).{0,30}\bproxy|blocked by (the )?(network|sandbox|firewall|proxy)', 'i')
