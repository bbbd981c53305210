-- title: The sandbox was lost in the middle of the run
-- kind: sandbox.died
-- severity: invalid
-- confidence: 0.9
-- scope: run
--
-- Finds runs whose container, pod or virtual machine was lost: typed exceptions and sentences of the harness, or an exception about it that ended the run, or every tool result from some step to the end is the same short error, whatever was called.
-- Where the agent itself stopped it (killed its own first process) label the run as the agent's. Not: a server of the task that is not running.
select run_id, step, channel, quote, file, line
from words where not (turns > 0 and (names_work(said) or (channel in ('agent_stderr', 'agent_stdout') and is_prose(said)))) and channel in ('harness_exception', 'harness_enum', 'harness_log', 'build_log', 'agent_stderr', 'agent_event', 'synthetic_message') and not (says_exec_unavailable or (says_oom and regexp_matches(said, 'oom|memory', 'i'))) and not regexp_matches(said, '(running|executing|test|verifier|grader|scorer|agent) (the )?(tests?|command|execution|phase|verifier|run)\b.{0,60}timed out|timed out.{0,60}(running|executing) (the )?test', 'i')
  and (channel not in ('harness_log', 'build_log') or regexp_matches(said, 'error|fail|exception|unexpected|cannot|can.t|lost|no longer|not found|not running|unable|unavailable|unreachable|evict|preempt|oom|crash|died|dead|kill|timed? ?out|fatal|warn|drain|stopped (respond|answer)|\bvoid|reclaim|vanish|gone|before (it|complet|finish|the )|mid-|while (the )?(agent|command|task|trial)|disconnect|closed|refused|\b5\d\d\b', 'i'))
  and case when run_id in (select run_id from run_life where ran) then says_sandbox_gone or regexp_matches(said, 'TargetClosed|(browser|page|context)( \w+){0,3} (has been closed|was closed|closed unexpectedly|crashed|disconnected)', 'i') or (channel = 'harness_exception' and names_sandbox and not (says_start_failed or says_image_build or says_image_pull or says_disk_full))
           else says_sandbox_gone and not (says_start_failed or says_image_build or says_image_pull) end
union all
select run_id, step, 'tool_result', result, null, null from same_results
where (length >= 3 and (says_sandbox_gone(result) or regexp_matches(result, 'sandbox_unavailable|No agent available|the sandbox is not running', 'i')) and not says_exec_unavailable(result))
   or (length >= 10 and variety >= 5 and length * 3 > total and regexp_matches(result, 'error|fail|denied|unavailable|not running|refused|closed|timed? ?out|no such|unable|cannot|broken pipe|disconnected', 'i')
       and not regexp_matches(result, 'permission|requires approval|not allowed|command not found|requested permissions|plan mode|required|missing|invalid|validation|argument|parameter', 'i'))
   or (length >= 10 and variety >= 5 and length * 3 > total and is_error and regexp_matches(result, '^(exit code|exit status|command failed|error)?[: ]*-?\d*$', 'i'))
union all
select run_id, step, channel, quote, file, line from words
where channel = 'harness_exception' and type <> 'traceback' and run_id in (select run_id from run_life where ran) and run_id not in (select run_id from words where is_named)
  and regexp_matches(said, 'sandbox|container|docker|podman|\bpods?\b|kube|\bVM\b|virtual machine|devbox|\bEC2\b|compose|remote (directory|file|host|path)|(down|up)load(ed|ing)?\b|\btar\b|archive|kubectl|\boc (cp|exec|command)|\bssh|snapshot|staging', 'i')
  and regexp_matches(said, 'fail|error|cannot|can.t|could not|unable|timed? ?out|not (found|ready|running|completed|reachable|enforced)|exhausted|lost|did not|invalid|no data|non-?zero|refused|denied', 'i')
  and not regexp_matches(said, 'verifier|grader|reward|\btests?\b|scor(e|ing)|judge|AgentTimeout|Cancelled|agent (setup|install)', 'i')
union all
select run_id, step, channel, quote, file, line from unnamed_kind where kind = 'sandbox.died'
