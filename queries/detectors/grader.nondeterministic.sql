-- title: Same work, different verdict
-- kind: grader.nondeterministic
-- severity: problem
-- confidence: 0.85
-- scope: task
-- needs: grader.environment_dependent
--
-- Two runs of one version left the same artefact (its recorded digest), or gave the same final answer where nothing but looking came before it, and a check decided differently; or a check passes in some reference runs and fails in others.
-- Suspicious where the results of the reference, or of all runs with the same work, go with the host or the time (grader.environment_dependent): then the place decides, not chance.
-- Not: last words that every run says (done, fixed, ok); failures whose message names a value, a file or an error, so that the check looked at more than the answer; agents that differ in what they did: their results may vary without the grader being at fault.
with work as (
    select run_id, task_id, task_version, kind, host,
           case when kind = 'reference' then 'the reference' when artifact_digest is not null then 'artefact ' || artifact_digest
                when length(trim(final_answer)) between 2 and 4000 and exists (select 1 from tool_calls t where t.run_id = r.run_id) and coalesce(changed_files, '[]') = '[]'
                     and not regexp_matches(final_answer, '(?i)^\W*(all )?(done|ok(ay)?|fixed|finished|completed?|no|yes|tried|code|pass(ed|es)?|green|ready|works?|working|partial|created|edited|updated|changed|implemented|verified|solved|nothing( to (do|fix))?)( (it|now|all|everything|the \w+))?\W*$')
                     and not exists (select 1 from run_changes t where t.run_id = r.run_id and t.writes + t.others + t.bodies > 0) then 'answer ' || md5(lower(regexp_replace(trim(final_answer, ' .!' || chr(10)), '\s+', ' ', 'g'))) end as what,
           final_answer
    from runs r where verdict in ('passed', 'failed')
), judged as (
    select w.*, c.check_name, c.status = 'passed' as ok, c.message from work w join run_checks c using (run_id) where w.what is not null and c.status in ('passed', 'failed')
), flips as ( -- mixed: one host decided both ways
    select task_id, task_version, check_name, what, count(*) as n, count(*) filter (ok) as passed,
           bool_or(host is null) or count(distinct concat_ws(' ', host, ok)) > count(distinct host) as mixed
    from judged group by task_id, task_version, check_name, what
    having count(distinct ok) = 2
       and (what not like 'answer%' or (count(distinct case when not ok then regexp_extract_all(coalesce(message, ''), '\d+(\.\d+)?') end) <= 1
            and not bool_or(not ok and regexp_matches(coalesce(message, ''), '==|!=|\b(got|expected|missing|rows?|assert|Error)\b|[<>]=? |[\w./]+/\w+') )))
)
select j.task_id, j.task_version, j.check_name, j.run_id as evidence_run, 'check' as channel,
       case when (j.what = 'the reference' or not f.mixed) and exists (select 1 from findings e where e.kind = 'grader.environment_dependent' and e.task_id = j.task_id and e.task_version is not distinct from j.task_version) then 'suspicious' else 'problem' end as severity,
       case when j.ok then 'passed' else 'failed: ' || coalesce(j.message, '') end as quote, f.n as runs_total,
       format('{}: passes in {} of {} runs with the same work', case when f.what like 'answer%' then 'the same final answer' else f.what end, f.passed, f.n) as explanation
from flips f join judged j on j.task_id = f.task_id and j.task_version is not distinct from f.task_version and j.check_name = f.check_name and j.what = f.what
