-- title: A shipped file shows the answer
-- kind: leak.answer_visible
-- severity: problem
-- confidence: 0.75
-- scope: task
--
-- An environment file calls a wanted value expected or the answer (in words, as a key, or in a remark behind it), holds lines of the reference solution in a file named like one (or like a left-over copy of a shipped file), or
-- marks a planted bug in so many words. Or something left behind holds a wanted value: a hidden file, a shell history, a notebook's output, notes, an earlier run (a log or an output: suspicious only).
-- Not: files that the prompt names, or whose folder it names; a Dockerfile beside them, which runs don't see; tests of the repository, documents and examples, which are there to be read; ordinary TODO and FIXME notes; input data in which the value stands without being called the answer.
with files as (
    select v.task_id, v.task_version, f.path, regexp_extract(f.path, '[^/]+$') as base, f.text, f.digest, coalesce(v.prompt, '') as prompt
    from tasks v join task_files f on f.task_id = v.task_id and (f.task_version is not distinct from v.task_version or f.task_version is not distinct from v.told_version)
    where f.area = 'environment' and f.text is not null and f.bytes < 2000000
), marked as ( -- lines that call something the answer; a name of a rule (an expected format) is none
    select *, regexp_extract_all(regexp_replace(text, '(?i)\b(expected|correct)[ _-]\w*(format|type|schema|column|field|status|code|path|file|shape|order|version|size|exit|encoding|separator)\w*', '', 'g'),
                                 '(?im)^(?:[^\n]*[^A-Za-z\n])?(?:expected|correct[ _-]answer|right answer|the answer|answers?|solutions?|ground[ _-]?truth|gold(?:en)?|(?:correct|injected|planted|seeded|gold)[_-]\w+)[^\n]*$') as lines
    from files where not contains(prompt, base) and not regexp_matches(path, '(?i)(^|/)(tests?|specs?|__tests__|docs?|examples?)/|test_\w+\.|_test\.|\.test\.|\.(md|rst)$|readme') and regexp_matches(text, '(?i)expected|correct|right answer|answer|solution|ground[ _-]?truth|gold|injected|planted|seeded')
)
select task_id, task_version, 'task_file' as channel, regexp_extract(text, '(?im)^[^\n]*(?:\b(?:PLANTED|INJECTED|SEEDED)[ _-]?(?:BUG|FAULT|DEFECT)|(?:#|//|--|/\*|;)\s*BUG\b|(?:intentional|deliberate)(?:ly)?\s+(?:bug|wrong|broken|incorrect|error))[^\n]*') as quote,
       path as file, 'problem' as severity, format('{} marks the bug', path) as explanation
from files
where regexp_matches(text, '(?i)\b(planted|injected|seeded)[ _-]?(bug|fault|defect)|(intentional|deliberate)(ly)?\s+(bug|wrong|broken|incorrect|error)') or regexp_matches(text, '(#|//|--|/\*|;)\s*BUG\b')
union all
select m.task_id, m.task_version, 'task_file', line, m.path, 'problem', format('{} calls {} what the check {} wants', m.path, w.value, w.check_name)
from (select * exclude (lines), unnest(lines) as line from marked) m
join wanted_values w on w.task_id = m.task_id and w.task_version is not distinct from m.task_version
where length(m.line) < 800 and w.check_name is not null and length(w.value) >= 3 and contains(m.line, w.value) and not contains(m.prompt, w.value)
  -- the value follows the word, or the word stands in a remark behind the value
  and (regexp_matches(m.line, '(?i)(^|[^A-Za-z])(?:expected|correct[ _-]answer|right answer|the answer|answers?|solutions?|ground[ _-]?truth|gold(?:en)?|(?:correct|injected|planted|seeded|gold)[_-]\w+)(?:[_ -]\w+){0,4}["''`*]*\s*(?:[:=|,]|->|\b(?:is|was|are|of|for|to be)\b)?\s*(?:[\[{(][^\n]{0,120}?|[^\n:={}]{0,60}?)(^|[^\w.])' || regexp_escape(w.value) || '($|[^\w.]|\.($|\s))')
       or regexp_matches(m.line, '(?i)(^|[^\w.])' || regexp_escape(w.value) || '["''`;,)\]]*\s*(?:#|//|--|/\*|<!--)[^\n]{0,60}(?:expected|correct[ _-]answer|right answer|the answer|answers?|solutions?|ground[ _-]?truth|gold(?:en)?|(?:correct|injected|planted|seeded|gold)[_-]\w+)'))
  and (length(w.value) >= 6 or regexp_matches(w.value, '\d.*\d.*\d|[A-Za-z].*\d'))
union all
select f.task_id, f.task_version, 'task_file', f.path, f.path, 'problem', format('{} is a file of the reference solution, {}', f.path, g.path)
from files f join task_files g on g.task_id = f.task_id and (g.task_version is not distinct from f.task_version or g.task_version is null) and g.area = 'reference' and g.digest = f.digest and g.bytes > 60
where f.digest <> '' and not contains(f.prompt, f.base)
union all
select f.task_id, f.task_version, 'task_file', regexp_extract(f.text, '[^\n]*' || regexp_escape(w.value) || '[^\n]{0,120}'), f.path,
       case when regexp_matches(f.path, '(?i)\.(log|out|tmp|cache|dump)$') and not regexp_matches(f.path, '(?i)(^|/)((old|backup|previous|last|prev|archive|attempt)s?[_-]|\.[a-z])') then 'suspicious' else 'problem' end,
       format('{}, left behind, holds {}, which the check {} wants', f.path, w.value, w.check_name)
from files f join wanted_values w on w.task_id = f.task_id and w.task_version is not distinct from f.task_version
where w.check_name is not null and length(w.value) >= 4 and regexp_matches(w.value, '\d.*\d.*\d') and contains(f.text, w.value) and not contains(f.prompt, w.value) and not contains(f.prompt, f.base)
  and regexp_matches(f.text, '(^|[^\w.])' || regexp_escape(w.value) || '($|[^\w.]|\.($|\s))')
  and regexp_matches(f.path, '(?i)_history$|\.(ipynb|viminfo|log|out|swp|orig|rej|old|bak|tmp|cache|dump)$|(^|/)nohup|(^|/)\.[a-z]|(^|/)[\w.-]*(notes?|scratch|debug)[\w.-]*$|(^|/)(old|backup|previous|last|prev|archive|attempt)s?[\w-]*/')
  and not regexp_matches(f.path, '(?i)(^|/)(tests?|specs?|__tests__|docs?|examples?)/|\.(md|rst)$|readme|(^|/)\.(git|env|eslint|prettier|editorconfig|docker|npm|nvm|github|gitlab|vscode)')
  and (regexp_matches(f.base, '(?i)^\.|_history$|notes?\b|\.ipynb$') or not list_bool_or(list_transform(list_filter(string_split(f.path, '/')[:-2], lambda x: length(x) > 2), lambda x: regexp_matches(f.prompt, '(?i)\b' || regexp_escape(x) || '\b'))))
union all
select f.task_id, f.task_version, 'task_file', any_value(l.line), f.path, 'problem', format('{} holds lines of the reference solution that no other shipped file holds', f.path)
from files f, lateral (select unnest(list_distinct(list_filter(list_transform(string_split(left(f.text, 40000), chr(10)), lambda x: trim(x)), lambda x: length(x) >= 25))) as line) l
join task_files g on g.task_id = f.task_id and (g.task_version is not distinct from f.task_version or g.task_version is null) and g.area = 'reference' and g.text is not null
where regexp_matches(f.path, '(?i)\.(fixed|orig|bak|old|new|good|correct(ed)?|solved|solution|sol|patched|golden|done|rej|patch|diff|swp)(\.\w+)?$|~$|(^|/)\.|solution|answer|golden') and not contains(f.prompt, f.base)
  and contains(g.text, l.line) and not contains(f.prompt, l.line) and not exists (select 1 from files o where o.task_id = f.task_id and o.task_version is not distinct from f.task_version and o.path <> f.path and contains(o.text, l.line))
group by f.task_id, f.task_version, f.path
