-- title: Thresholds that the grader sets higher than the prompt
--
-- One row a task version and quantity: a grader file asserts `name >= x` (or `<=`), and the prompt gives beside the same word another number that is easier to reach; with the check of the test that asserts it, where the grader reports one.
-- Only decimals, only words that the prompt uses, and only where the grader's own number stands nowhere in the prompt: those who do what the prompt says may fail.
with asserted as (
    select v.task_id, v.task_version, v.prompt, f.path, left(f.text, 200000) as text, unnest(regexp_extract_all(left(f.text, 200000), '(?m)^[^\n#]*assert\s+[\w.\[\]''"]*\w\s*(?:>=?|<=?)\s*\d*\.\d+\b[^\n]*$')) as line
    from tasks v join task_files f on f.task_id = v.task_id and (f.task_version is not distinct from v.task_version or f.task_version is not distinct from v.told_version)
    where f.area = 'grader' and f.text is not null and v.prompt is not null
), taken as (
    select *, lower(regexp_extract(line, 'assert\s+[\w.\[\]''"]*?([A-Za-z]+)[\]''"]*\s*(?:>=?|<=?)', 1)) as word, regexp_extract(line, '(>|<)=?\s*\d*\.\d+', 1) as op,
           try_cast(regexp_extract(line, '(?:>=?|<=?)\s*(\d*\.\d+)', 1) as double) as wanted
    from asserted
), told as (
    select *, list_distinct(regexp_extract_all(lower(prompt), '(\d*\.\d+)\s+(?:\w+\s+){0,1}' || word, 1) || regexp_extract_all(lower(prompt), word || '[^\d.\n]{0,40}(\d*\.\d+)', 1)) as near
    from taken where length(word) >= 5
)
select distinct t.task_id, t.task_version, t.path, trim(t.line) as line, t.word, t.op, t.wanted, try_cast(t.near[1] as double) as given, k.check_name
from (select *, regexp_extract_all(left(text, instr(text, line)), 'def (test\w*)', 1)[-1] as test from told) t
left join check_rates k on k.task_id = t.task_id and k.task_version is not distinct from t.task_version and (k.check_name = t.test or ends_with(k.check_name, '::' || t.test))
where length(near) = 1 and (case op when '>' then wanted > try_cast(near[1] as double) else wanted < try_cast(near[1] as double) end)
  and not list_contains([try_cast(x as double) for x in regexp_extract_all(prompt, '\d*\.\d+')], wanted)
