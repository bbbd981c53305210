-- title: Files that the agent can write and the grader judges by
--
-- Environment files that look like a judge or an answer (expected, truth, compare, grade, ...), or say so themselves, and that a file of the grader,
-- or another such file that the grader uses, imports or opens by name, though the prompt does not name them: one row a task version and file.
-- Files that the prompt names are the work itself.
with mine as (
    select v.task_id, v.task_version, coalesce(v.prompt, '') as prompt, f.area, f.path, regexp_extract(f.path, '[^/]+$') as base, regexp_extract(f.path, '([^/]+?)(?:\.\w+)?$', 1) as stem, left(f.text, 100000) as text
    from tasks v join task_files f on f.task_id = v.task_id and (f.task_version is not distinct from v.task_version or f.task_version is not distinct from v.told_version)
    where f.area in ('environment', 'grader') and f.text is not null
), graders as (
    select * from mine where area = 'grader'
), judges as (
    select * from mine j
    where area = 'environment' and not contains(prompt, base) and not regexp_matches(path, '(?i)\.(md|rst)$|readme|Dockerfile|(^|/)tests?/')
      and (regexp_matches(base, '(?i)(^|[_.-])(ground_?truth|truth|expected|golden?|oracle|answers?|grade[rd]?|grading|judge|scor(e|er|ing)|verif(y|ier)|compare|check(er|s)?|solution)([_.-]|$)')
           or regexp_matches(left(text, 400), '(?i)\b(the grader|grading|graded with|ground truth)\b'))
      and not exists (select 1 from graders g where g.task_id = j.task_id and g.task_version is not distinct from j.task_version and g.base = j.base)
), used as (
    select j.task_id, j.task_version, j.path, j.base, j.text, g.path as grader_file
    from judges j join graders g on g.task_id = j.task_id and g.task_version is not distinct from j.task_version
    where contains(g.text, '/' || j.base) or contains(g.text, '"' || j.base) or contains(g.text, '''' || j.base)
       or (ends_with(j.base, '.py') and regexp_matches(g.text, '(?m)^\s*(from|import)\s+([\w.]+\.)?' || regexp_escape(j.stem) || '\b'))
)
select distinct task_id, task_version, path, base, grader_file from used
union
select j.task_id, j.task_version, j.path, j.base, u.path
from judges j join used u on u.task_id = j.task_id and u.task_version is not distinct from j.task_version
where u.path <> j.path and (contains(u.text, '/' || j.base) or contains(u.text, '"' || j.base) or contains(u.text, '''' || j.base))
