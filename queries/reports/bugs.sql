-- title: Planted bugs, as their author rated them and as runs show them
--
-- Parameters task and version (null: all). One row a declared bug: `rated` (1 to 5, the author's), `task_rating` (mean over the task's bugs), `found` of `runs` valid agent
-- runs (all its checks pass), `found_rate`, `touched` (runs that edited its file), `first_step` (median step of the first edit of its file), `share_of_run` (that step as a share of the
-- run's steps), `pointed_at`: how runs came to the file before they edited it - `traceback` (an error named the file), `document` (a policy or document was read and no error named it), `neither` -
-- with the most frequent first, and `easier_than_rated` / `harder_than_rated` where the found rate is far from what the rating stands for (1: 0.9 ... 5: 0.1).
with bugs as (
    select v.task_id, v.task_version, b.bug_id, any_value(b.file) as file, any_value(b.difficulty) as rated, any_value(b.checks) as checks
    from tasks v join task_bugs b on b.task_id = v.task_id and (b.task_version is not distinct from v.task_version or b.task_version is not distinct from v.told_version)
    where ($task is null or v.task_id = $task) and ($version is null or v.task_version is not distinct from $version)
    group by v.task_id, v.task_version, b.bug_id
), agents as (
    select run_id, task_id, task_version from runs where kind = 'agent' and verdict in ('passed', 'failed') and task_id in (select task_id from bugs)
), mapped as (
    select b.task_id, b.task_version, b.bug_id, unnest(from_json(b.checks, '["VARCHAR"]')) as check_name from bugs b where b.checks is not null and json_valid(b.checks)
), outcomes as (
    select m.task_id, m.task_version, m.bug_id, a.run_id, bool_and(c.status = 'passed') as found
    from mapped m join agents a on a.task_id = m.task_id and a.task_version is not distinct from m.task_version
    join run_checks c on c.run_id = a.run_id and (c.check_name = m.check_name or ends_with(c.check_name, '::' || m.check_name)) group by all
), calls as (
    select c.run_id, c.step, a.task_id, a.task_version, left(c.arguments, 4000) as args, left(c.result, 8000) as result,
           regexp_matches(c.name, '(?i)write|edit|create|replace|patch|insert') or regexp_matches(c.arguments, '\b(tee|mv|cp|sed -i|patch|git apply)\b|>|write_text|open\(') as writes
    from tool_calls c join agents a using (run_id)
), edits as (
    select b.task_id, b.task_version, b.bug_id, c.run_id, min(c.step) as step
    from bugs b join calls c on c.task_id = b.task_id and c.task_version is not distinct from b.task_version
    where b.file is not null and c.writes and contains(c.args, regexp_extract(b.file, '[^/]+$')) group by all
), pointers as (
    select e.task_id, e.task_version, e.bug_id, e.run_id, e.step,
           case when bool_or(regexp_matches(c.result, '(?i)traceback|error|exception|panic|fail') and regexp_matches(c.result, '(File "[^"\n]*|at [^\n]*|^|\s|/)' || regexp_escape(regexp_extract(b.file, '[^/]+$')) || '("?, line |:)\d+')) then 'traceback'
                when bool_or(regexp_matches(c.args, '(?i)(policy|docs?/|readme|spec|\.md\b|\.rst\b|\.txt\b)') and not c.writes) then 'document' else 'neither' end as how
    from edits e join bugs b on b.task_id = e.task_id and b.task_version is not distinct from e.task_version and b.bug_id = e.bug_id
    left join calls c on c.run_id = e.run_id and c.step < e.step group by all
), ways as (
    select task_id, task_version, bug_id, string_agg(format('{} {}', how, n), ', ' order by n desc, how) as pointed_at
    from (select task_id, task_version, bug_id, how, count(*) as n from pointers group by all) group by all
), lengths as (
    select run_id, max(step) as last from steps where run_id in (select run_id from agents) group by run_id
), told as (
    select b.*, avg(b.rated) over (partition by b.task_id, b.task_version) as task_rating,
           (select count(*) from outcomes o where o.task_id = b.task_id and o.task_version is not distinct from b.task_version and o.bug_id = b.bug_id) as runs,
           (select count(*) from outcomes o where o.task_id = b.task_id and o.task_version is not distinct from b.task_version and o.bug_id = b.bug_id and o.found) as found,
           (select count(*) from pointers p where p.task_id = b.task_id and p.task_version is not distinct from b.task_version and p.bug_id = b.bug_id) as touched,
           (select median(p.step) from pointers p where p.task_id = b.task_id and p.task_version is not distinct from b.task_version and p.bug_id = b.bug_id) as first_step,
           (select avg(p.step / nullif(l.last, 0)) from pointers p join lengths l using (run_id) where p.task_id = b.task_id and p.task_version is not distinct from b.task_version and p.bug_id = b.bug_id) as share_of_run
    from bugs b
)
select t.task_id, t.task_version, t.bug_id, t.file, t.rated, round(t.task_rating, 2) as task_rating, t.runs, t.found, t.found / nullif(t.runs, 0) as found_rate, t.touched, t.first_step,
       round(t.share_of_run, 2) as share_of_run, w.pointed_at, t.checks,
       case when t.runs < 4 or t.rated is null then null
            when t.found / t.runs - (1.1 - 0.2 * t.rated) >= 0.35 then 'easier_than_rated' when (1.1 - 0.2 * t.rated) - t.found / t.runs >= 0.35 then 'harder_than_rated' else 'as_rated' end as against_rating
from told t left join ways w on w.task_id = t.task_id and w.task_version is not distinct from t.task_version and w.bug_id = t.bug_id
order by t.task_id, t.task_version, t.bug_id
