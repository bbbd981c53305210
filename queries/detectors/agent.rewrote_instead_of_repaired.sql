-- title: Wrote a shipped file anew instead of repairing it
-- kind: agent.rewrote_instead_of_repaired
-- severity: note
-- confidence: 0.7
-- scope: run
--
-- The run writes a whole file over one that the task ships, at least ten lines long, and keeps less than two fifths of its lines, in a task that asks to repair. What the
-- file did besides is lost; a failure then says little about the bug.
-- Not: new files; rewriting with small changes; tasks that ask for a new implementation; outputs and configuration that the prompt asks to write.
with shipped as (
    select v.task_id, v.task_version, f.path, regexp_extract(f.path, '[^/]+$') as base,
           list_distinct(list_filter(list_transform(string_split(left(f.text, 100000), chr(10)), lambda x: trim(x)), lambda x: length(x) > 3)) as lines
    from tasks v join task_files f on f.task_id = v.task_id and (f.task_version is not distinct from v.task_version or f.task_version is not distinct from v.told_version)
    where f.area = 'environment' and f.text is not null and f.bytes between 150 and 200000 and regexp_matches(f.path, '\.(py|js|ts|tsx|jsx|go|rs|c|cc|cpp|h|hpp|java|rb|php|sql|sh|kt|scala|cs|swift|lua|pl|r|jl)$')
      and regexp_matches(coalesce(v.prompt, ''), '(?i)\b(fix|repair|bugs?|broken|debug|wrong|fails?|failing|correct|mishandles?|incorrect|regression)\b')
      and not regexp_matches(coalesce(v.prompt, ''), '(?i)\b(rewrite|reimplement|re-implement|from scratch|replace the)\b')
), written as (
    select r.run_id, r.task_id, r.task_version, c.step, c.call, replace(replace(left(c.arguments, 100000), '\n', chr(10)), '\"', '"') as args,
           regexp_matches(c.name, '(?i)^(write|create)|write_file|create_file|file_write') as writer
    from tool_calls c join runs r using (run_id)
    where r.kind = 'agent' and r.task_id in (select task_id from shipped) and (regexp_matches(c.name, '(?i)write|create') or regexp_matches(c.arguments, 'cat\s*>\s*[^|&;]{1,200}<<|<<\s*\S+\s*>\s'))
), compared as (
    select w.run_id, w.step, s.path, len(s.lines) as old, len(list_intersect(s.lines, list_transform(string_split(w.args, chr(10)), lambda x: trim(x)))) as kept, len(string_split(w.args, chr(10))) as new
    from written w join shipped s on s.task_id = w.task_id and s.task_version is not distinct from w.task_version
    where len(s.lines) >= 10 and contains(left(w.args, 400), s.base)
      and (w.writer or regexp_matches(w.args, 'cat\s*>\s*[^\s>]*' || regexp_escape(s.base) || '\s*<<|<<\s*\S+\s*>\s*[^\s]*' || regexp_escape(s.base)))
)
select run_id, step, 'tool_call' as channel, path as quote, path as file, format('{} is written anew in {} lines; {} of its {} lines are kept', path, new, kept, old) as explanation
from compared where kept < 0.4 * old and new >= 5
qualify row_number() over (partition by run_id, path order by step desc) = 1
