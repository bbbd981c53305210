-- title: Two limits for one quantity
-- kind: grader.threshold_conflict
-- severity: problem
-- confidence: 0.75
-- scope: task
--
-- Two checks want the same quantity below one number and above a larger one, and no valid run passes both. Or a check fails what at least two runs reached, though the prompt, a shipped document or the
-- grader's own log gives beside the quantity's name a limit that they keep, and the check's own limit stands nowhere there.
-- Not: a limit that the prompt or a document names too; runs that keep neither; limits that only share their number.
with limits as materialized (
    select * from failed_limits
), pairs as (
    select u.task_id, u.task_version, u.check_name as upper_check, l.check_name as lower_check, min(u.bound) as at_most, min(l.bound) as at_least, min(u.word) as word,
           min(u.run_id) as one, arg_min(u.message, u.run_id) as upper_said, arg_min(l.message, l.run_id) as lower_said
    from limits u join limits l on l.task_id = u.task_id and l.task_version is not distinct from u.task_version and l.check_name <> u.check_name
    where u.side = 'upper' and l.side = 'lower' and u.bound < l.bound and (u.word = l.word and length(u.word) > 2 or (u.run_id = l.run_id and u.value = l.value))
    group by all
), sides as (
    select p.*, count(*) filter (u.status = 'passed' and l.status = 'passed') as passing, count(*) as n
    from pairs p join check_matrix u on u.task_id = p.task_id and u.task_version is not distinct from p.task_version and u.check_name = p.upper_check
    join check_matrix l on l.run_id = u.run_id and l.check_name = p.lower_check group by all
), texts as (
    select t.task_id, t.task_version, 'prompt' as place, null::varchar as file, t.prompt as text from tasks t
    union all
    select v.task_id, v.task_version, 'task_file', f.path, left(f.text, 60000) from tasks v join task_files f on f.task_id = v.task_id and (f.task_version is not distinct from v.task_version or f.task_version is not distinct from v.told_version)
    where f.area = 'environment' and regexp_matches(f.path, '(?i)\.(md|rst|txt|adoc|ya?ml|toml|ini|cfg|conf|json)$|readme')
    union all
    select r.task_id, r.task_version, 'grader_stdout', null, string_agg(distinct left(e.text, 20000), chr(10)) from run_events e join runs r using (run_id)
    where e.phase = 'grader' and e.channel = 'grader_stdout' and r.task_id in (select task_id from limits) group by all
), phrases as (
    select task_id, task_version, place, file, unnest(regexp_extract_all(text, '(?im)(?:[^.!?\n]|[.!?]\S)*\b(?:below|under|at most|less than|within|no more than|not exceed|maximum|max|up to|limit|at least|above|over|more than|minimum|min|no less than|faster than|threshold)\b[^\d\n]{0,25}\d+(?:\.\d+)?[^\n]{0,40}|(?:[^.!?\n]|[.!?]\S)*(?:[<>]=?|≤|≥)\s*\d+(?:\.\d+)?[^\n]{0,40}')) as phrase
    from texts where (task_id, coalesce(task_version, '')) in (select (task_id, coalesce(task_version, '')) from limits)
), told as (
    select *, try_cast(regexp_extract(phrase, '(?i)(?:\b(?:below|under|at most|less than|within|no more than|not exceed|maximum|max|up to|limit|at least|above|over|more than|minimum|min|no less than|faster than|threshold)\b|[<>]=?|≤|≥)[^\d\n]{0,25}(\d+(?:\.\d+)?)', 1) as double) as given,
           case when regexp_matches(phrase, '(?i)\b(below|under|at most|less than|within|no more than|not exceed|max|maximum|up to|faster than)\b|<|≤') then 'upper' when regexp_matches(phrase, '(?i)\b(at least|above|over|more than|min|minimum|no less than)\b|>|≥') then 'lower' else 'either' end as side
    from phrases
), named as (
    select distinct task_id, task_version, check_name, side, bound, bound_text,
           list_filter(list_distinct(string_split_regex(lower(concat_ws(' ', check_name, word)), '[^a-z0-9]+')), lambda w: length(w) > 2 and not regexp_matches(w, '^(test|tests|check|limit|max|min|the|and|below|under|above|over|value|got|was|ok|pass|not|time|less|more|least|most|\d+)$')) as words
    from limits
), kept as (
    select n.task_id, n.task_version, n.check_name, n.bound, t.given, t.place, t.file, trim(t.phrase) as phrase, count(distinct f.run_id) as runs, min(f.run_id) as one, arg_min(f.message, f.run_id) as message
    from named n join told t on t.task_id = n.task_id and t.task_version is not distinct from n.task_version and (t.side = n.side or t.side = 'either') and t.given <> n.bound
    join limits f on f.task_id = n.task_id and f.task_version is not distinct from n.task_version and f.check_name = n.check_name
    where len(n.words) > 0 and (t.place <> 'grader_stdout' or not regexp_matches(t.phrase, '(^|[^\d.])' || regexp_escape(n.bound_text) || '($|[^\d.])|FAIL|(?i)error|✗|✕')) and len(list_filter(n.words, lambda w: contains(lower(t.phrase), w))) > 0
      and (case n.side when 'upper' then f.value > n.bound and f.value <= t.given else f.value < n.bound and f.value >= t.given end)
      and not exists (select 1 from texts x where x.task_id = n.task_id and x.task_version is not distinct from n.task_version and x.place <> 'grader_stdout' and regexp_matches(x.text, '(^|[^\d.])' || regexp_escape(n.bound_text) || '($|[^\d.]|\.($|\D))'))
    group by all having count(distinct f.run_id) >= 2
)
select task_id, task_version, unnest([upper_check, lower_check]) as check_name, format('{} and {} can''t both pass', upper_check, lower_check) as title,
       format('{} wants at most {}, {} at least {}; none of {} valid runs passes both.', upper_check, at_most, lower_check, at_least, n) as explanation,
       one as evidence_run, 'check' as channel, upper_said || ' / ' || lower_said as quote, null::varchar as file, n as runs_affected, n as runs_total
from sides where passing = 0 and n >= 3
union all
select task_id, task_version, check_name, format('{} wants {}, elsewhere it is {}', check_name, bound, given),
       format('{} runs keep the limit that {} gives ({}), and the check wants {}, which stands nowhere. Change one of them.', runs, coalesce(file, case place when 'prompt' then 'the prompt' else 'the grader''s log' end), given, bound),
       one, 'check', message || ' / ' || phrase, file, runs, null
from kept qualify row_number() over (partition by task_id, task_version, check_name order by place = 'prompt' desc, runs desc, given, phrase) = 1
