-- title: Git refuses the repository of another owner
-- kind: task_env.git_dubious_ownership
-- severity: suspicious
-- confidence: 0.7
-- scope: run
--
-- Finds runs in which git refused to work because the repository belongs to another user: in the tools' results suspicious, in the grader or where the diff is taken invalid unless the grader reached a verdict.
-- Not: an agent that then set safe.directory and went on (read it).
select run_id, null as step, channel, said as quote, file, line, 'invalid' as severity from grader_words join grader_state using (run_id) where regexp_matches(said, 'dubious ownership|safe\.directory|not owned by current user|unsafe repository|owned by someone else', 'i') and not decided
union all
select run_id, step, channel, quote, file, line, 'invalid' from words where regexp_matches(said, 'dubious ownership|not owned by current user|unsafe repository|owned by someone else', 'i') and channel like 'harness%'
union all
select run_id, step, 'tool_result', left(result, 400), null, null, 'suspicious' from refused_calls where result like '%detected dubious ownership%' and length(result) < 2000 and run_id not in (select run_id from grader_words where regexp_matches(said, 'dubious ownership', 'i'))
qualify row_number() over (partition by run_id order by call) = 1
