-- title: Files that the agent can write and the grader judges by
--
-- Environment files that look like a judge or an answer (expected, truth, compare, grade, ...), or say so themselves, and that a file of the grader
-- imports or opens by name, though the prompt does not name them: one row a task version and file. Files that the prompt names are the work itself.
with judges as (
    select v.task_id, v.task_version, v.told_version, v.prompt, f.path, regexp_extract(f.path, '[^/]+$') as base, regexp_extract(f.path, '([^/]+?)(?:\.\w+)?$', 1) as stem, left(f.text, 400) as head, f.task_path
    from tasks v join task_files f on f.task_id = v.task_id and (f.task_version is not distinct from v.task_version or f.task_version is not distinct from v.told_version)
    where f.area = 'environment' and f.text is not null
      and (regexp_matches(regexp_extract(f.path, '[^/]+$'), '(?i)(^|[_.-])(ground_?truth|truth|expected|golden?|oracle|answers?|grade[rd]?|grading|judge|scor(e|er|ing)|verif(y|ier)|compare|check(er|s)?|solution)([_.-]|$)')
           or regexp_matches(left(f.text, 400), '(?i)\b(the grader|grading|graded with|ground truth)\b'))
      and not regexp_matches(f.path, '(?i)\.md$|readme|Dockerfile')
), graders as (
    select v.task_id, v.task_version, f.path, left(f.text, 200000) as text
    from tasks v join task_files f on f.task_id = v.task_id and (f.task_version is not distinct from v.task_version or f.task_version is not distinct from v.told_version)
    where f.area = 'grader' and f.text is not null
)
select distinct j.task_id, j.task_version, j.path, j.base, g.path as grader_file
from judges j join graders g on g.task_id = j.task_id and g.task_version is not distinct from j.task_version
where not contains(coalesce(j.prompt, ''), j.base)
  and not exists (select 1 from graders own where own.task_id = j.task_id and own.task_version is not distinct from j.task_version and regexp_extract(own.path, '[^/]+$') = j.base)
  and (contains(g.text, '/' || j.base) or contains(g.text, '"' || j.base) or regexp_matches(g.text, '(?m)^\s*(from|import)\s+([\w.]+\.)?' || regexp_escape(j.stem) || '\b'))
