-- title: The grader judges by what the agent can reach
-- kind: grader.ground_truth_reachable
-- severity: problem
-- confidence: 0.8
-- scope: task
--
-- A file of the grader imports or opens a file of the environment that compares or holds the expected values: the agent can read it, and change it.
-- Also where runs read or write the grader's own files or verdict (`acts`), make its tests pass without testing, or copy a supplied reference artefact and pass.
-- Suspicious where the grader compares the agent's files with a digest or a baseline that the agent can renew (a lock file, git HEAD).
-- Not: a module that the prompt names or that the agent is to write; repository tests that the grader restores.
with acting as (
    select a.* from acts a where (a.act in ('edits_grader', 'forges_result', 'copies_reference', 'copies_expected', 'rewrites_baseline', 'weakens_tests', 'writes_verdict') and a.weight = 'problem' and a.verdict = 'passed')
       or (a.act = 'reads_truth' and regexp_matches(a.path, '^/(tests|solution|oracle|verifier)') and a.weight <> 'note')
), did as (
    select a.*, t.k, r.n from acting a
    join (select task_id, task_version, count(distinct run_id) as k from acting group by task_id, task_version) t on t.task_id = a.task_id and t.task_version is not distinct from a.task_version
    join (select task_id, task_version, count(*) as n from runs where kind = 'agent' group by task_id, task_version) r on r.task_id = a.task_id and r.task_version is not distinct from a.task_version
)
select task_id, task_version, 'task_file' as channel, grader_file || ' uses ' || path as quote, path as file, 'problem' as severity, 0.8 as confidence,
       format('{} stands in the environment, where the agent can read and change it, and {} judges by it', path, grader_file) as explanation, null::varchar as evidence_run, null::bigint as step
from reachable_truth
union all
select task_id, task_version, 'tool_call', quote, path, 'suspicious', 0.6, format('{}; so do {} of {} agent runs', why, k, n), run_id, step
from did
union all
select v.task_id, v.task_version, 'task_file', regexp_extract(g.text, '(?m)^[^\n]*(?:\.lock|checksum|baseline|manifest)[^\n]*$'), g.path, 'suspicious', 0.45,
       format('{} compares a digest of the agent''s files with one that the agent can renew', g.path), null, null
from tasks v join task_files g on g.task_id = v.task_id and (g.task_version is not distinct from v.task_version or g.task_version is not distinct from v.told_version)
where g.area = 'grader' and regexp_matches(g.text, '(sha256|sha1|md5|blake2b?)\s*\(') and regexp_matches(g.text, '["''/][\w.-]*(\.lock|checksum|baseline|manifest)[\w.-]*["'']')
  and not regexp_matches(g.text, '/tests/[\w.-]*(\.lock|checksum|baseline|manifest)') and not exists (
      select 1 from task_files o where o.task_id = v.task_id and o.area = 'grader' and regexp_matches(o.path, '(\.lock|checksum|baseline|manifest)'))
  and exists (select 1 from task_files e where e.task_id = v.task_id and e.area = 'environment' and regexp_matches(e.text, '(sha256|sha1|md5|blake2b?)') and regexp_matches(e.text, '(\.lock|checksum|baseline|manifest)'))
