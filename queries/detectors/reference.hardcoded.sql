-- title: The reference holds the value that it should read
-- kind: reference.hardcoded
-- severity: suspicious
-- confidence: 0.6
-- scope: task
--
-- A file of the reference solution types in a value that a check wants, and opens none of the environment files that the prompt names: the reference passes without
-- doing the work, so that it says nothing about whether the work leads to that value. A problem where the value stands in no environment file and not in the prompt.
-- Not: values that the prompt gives; a reference that reads the named input and only repeats a value in a comment or a test.
with ref as (
    select v.task_id, v.task_version, coalesce(v.prompt, '') as prompt, string_agg(left(f.text, 200000), chr(10)) as text, min(f.path) as path,
           regexp_replace(string_agg(left(f.text, 200000), chr(10)), '>>?\s*["'']?[\w./-]+', '', 'g') as reads
    from tasks v join task_files f on f.task_id = v.task_id and (f.task_version is not distinct from v.task_version or f.task_version is not distinct from v.told_version)
    where f.area = 'reference' and f.text is not null group by all
), env as (
    select v.task_id, v.task_version, f.path, regexp_extract(f.path, '[^/]+$') as base, f.text
    from tasks v join task_files f on f.task_id = v.task_id and (f.task_version is not distinct from v.task_version or f.task_version is not distinct from v.told_version)
    where f.area = 'environment' and not regexp_matches(f.path, 'Dockerfile')
), inputs as (
    select r.task_id, r.task_version, count(*) filter (contains(r.prompt, e.base)) as named, count(*) filter (contains(r.reads, e.base)) as opened,
           count(*) filter (contains(r.prompt, e.base) and contains(r.reads, e.base)) as named_opened
    from ref r join env e on e.task_id = r.task_id and e.task_version is not distinct from r.task_version group by all
), typed as (
    select distinct r.task_id, r.task_version, r.path, w.check_name, w.value, r.text,
           exists (select 1 from env e where e.task_id = r.task_id and e.task_version is not distinct from r.task_version and contains(e.text, w.value)) as in_data
    from ref r join wanted_values w on w.task_id = r.task_id and w.task_version is not distinct from r.task_version
    where length(w.value) >= 3 and not contains(r.prompt, w.value) and regexp_matches(w.value, '\d')
      and regexp_matches(r.text, '(^|[^\w.])' || regexp_escape(w.value) || '($|[^\w.]|\.($|\s))')
)
select t.task_id, t.task_version, t.check_name, 'task_file' as channel, regexp_extract(t.text, '[^\n]*' || regexp_escape(t.value) || '[^\n]*') as quote, t.path as file,
       case when t.in_data then 'suspicious' else 'problem' end as severity,
       format('types in {}, which {} wants, and opens none of the input{}', t.value, coalesce(t.check_name, 'the grader'), case when t.in_data then '' else '; the value stands in no shipped file' end) as explanation
from typed t left join inputs i on i.task_id = t.task_id and i.task_version is not distinct from t.task_version
where coalesce(i.named_opened, 0) = 0 and (coalesce(i.named, 0) > 0 or coalesce(i.opened, 0) = 0) and i.task_id is not null
