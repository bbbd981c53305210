-- title: The environment forbids what the task needs
-- kind: task_env.permission_denied
-- severity: suspicious
-- confidence: 0.6
-- scope: run
--
-- Finds runs in which every call from some step to the end was refused: by the agent program's own permission system, or by the files' owners. With ten or more different calls refused the run is invalid.
-- Not: one refused command; tasks that are about permissions (read the instruction).
select run_id, step, 'tool_result' as channel, result as quote, case when length >= 10 and variety >= 5 and length * 2 > total then 'invalid' else 'suspicious' end as severity
from same_results where length >= 5 and regexp_matches(result, 'permission denied|operation not permitted|EACCES|EPERM|requires approval|requested permissions|haven.t granted|permission (to use|rules|was denied)|not allowed to|denied by|read-only file system|tool .{0,40}(disabled|not permitted)|user (doesn.t|does not) want to (proceed|take)', 'i')
