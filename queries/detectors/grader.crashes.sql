-- title: The grader dies alike in several runs
-- kind: grader.crashes
-- severity: problem
-- confidence: 0.85
-- scope: task
-- needs: grader.collection_error grader.syntax_error grader.fixture_error grader.signal_in_thread grader.json_literal_nameerror grader.json_decode grader.missing_harness_file grader.encoding_error grader.missing_binary grader.package_install_failed grader.permission_denied grader.no_tests_ran grader.timeout grader.judge_failed sandbox.network_dns sandbox.port_in_use task_env.git_dubious_ownership
--
-- The same fault of the grader itself stands in two or more runs of a task, in at least half of those that were graded, whatever the agents did. Then the task or its grader is broken, not the runs: repair it and grade again.
-- In fewer runs it is suspicious. So too where a program refuses the grader's own command in most failures of a check that never passes (`refused_commands`). A judge counts whose replies the grader can't read, not one that can't be reached. Told for each check that dies of it, where the checks' own messages tell. The error's text is compared without numbers, addresses and paths of temporary files.
-- Misses a grader that fails silently with a constant 0 (grader.never_passes). Not: faults that single hosts or hours bring (see grader.environment_dependent).
with said as (
    select f.task_id, f.task_version, f.run_id, f.kind, f.severity, f.check_name, json_extract_string(f.evidence, '$[0].quote') as quote, json_extract_string(f.evidence, '$[0].file') as file, try_cast(json_extract_string(f.evidence, '$[0].line') as bigint) as line
    from findings f where f.scope = 'run' and f.status = 'match' and f.severity in ('invalid', 'suspicious') and f.kind in ('grader.collection_error', 'grader.syntax_error', 'grader.fixture_error', 'grader.signal_in_thread', 'grader.json_literal_nameerror', 'grader.json_decode', 'grader.missing_harness_file', 'grader.encoding_error', 'grader.missing_binary', 'grader.package_install_failed', 'grader.permission_denied', 'grader.no_tests_ran', 'grader.timeout', 'grader.judge_failed', 'sandbox.network_dns', 'sandbox.port_in_use', 'task_env.git_dubious_ownership')
), told as ( -- not: a program of the agents' that does not know an option of the grader's; that is a contract, if anything
    select * from said where not (kind = 'grader.collection_error' and coalesce(regexp_matches(quote, '^\S+: error: unrecognized arguments') and not regexp_matches(quote, '^(pytest|py\.test|__main__\.py|python[\d.]*|unittest|nose\w*|tox)\b'), false))
      -- a judge that can't be reached is an outage; one whose reply the grader can't read is the grader's fault
      and not (kind = 'grader.judge_failed' and not coalesce(regexp_matches(quote, 'pars|decod|json|schema|format|Expecting value|unexpected (reply|answer|output|verdict)', 'i'), false))
), masked as (
    select *, regexp_replace(regexp_replace(regexp_replace(left(quote, 300), '0x[0-9a-f]+|[0-9a-f]{8,}', '#', 'g'), '\d+(\.\d+)?', '#', 'g'), '/tmp/\S+|=+|\s+', ' ', 'g') as text from told
), alike as (
    select task_id, task_version, kind, text, count(distinct run_id) as runs_affected from masked group by all having count(distinct run_id) >= 2
), best as (
    select * from alike qualify row_number() over (partition by task_id, task_version order by runs_affected desc, kind, text) = 1
), graded as (
    select r.task_id, r.task_version, count(*) as total, count(*) filter (r.passed) as passed from runs r where r.run_id in (select run_id from run_events where phase = 'grader') group by all
)
, hit as ( -- the checks whose own message or trace is that error
    select distinct m.task_id, m.task_version, m.kind, m.text, m.run_id, c.check_name
    from (select *, regexp_extract(quote, '[A-Z]\w*(Error|Exception|Failure)\b[^\n]*') as error from masked) m
    join run_checks c on c.run_id = m.run_id and c.status in ('failed', 'error') and length(m.error) > 12 and (contains(c.message, m.error) or contains(c.trace, m.error))
), counted as (
    select *, count(*) over (partition by task_id, task_version, kind, text, check_name) as in_runs from hit
), seen as (
    select m.* exclude (check_name), h.check_name as died, coalesce(h.in_runs, 0) as in_runs from masked m
    left join counted h on h.task_id = m.task_id and h.task_version is not distinct from m.task_version and h.kind = m.kind and h.text = m.text and h.run_id = m.run_id and h.in_runs >= 2
)
select b.task_id, b.task_version, m.died as check_name, case when m.died is null then b.runs_affected else m.in_runs end as runs_affected, g.total as runs_total, case when b.runs_affected * 2 >= g.total and g.passed * 2 <= b.runs_affected then 'problem' else 'suspicious' end as severity,
       least(0.95, 0.6 + 0.35 * b.runs_affected / greatest(g.total, 3)) as confidence,
       'In ' || case when m.died is null then b.runs_affected else m.in_runs end || ' of ' || g.total || ' graded runs the grader dies alike (' || b.kind || '), whatever the agents did; ' || g.passed || ' passed.' as explanation,
       m.run_id as evidence_run, 'grader_stdout' as channel, m.quote, m.file, m.line
from best b join graded g on g.task_id = b.task_id and g.task_version is not distinct from b.task_version
join seen m on m.task_id = b.task_id and m.task_version is not distinct from b.task_version and m.kind = b.kind and m.text = b.text
union all
select task_id, task_version, check_name, runs, failing, 'problem', 0.8,
       format('In {} of {} failures that say anything a program refuses the command that the grader gives it, and no run of {} passes {}.', runs, saying, failing, check_name),
       run_id, 'check', line, null, null
from refused_commands
order by task_id, task_version, check_name, evidence_run, quote, file, line
