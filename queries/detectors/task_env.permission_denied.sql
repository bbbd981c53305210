-- title: The environment forbids what the task needs
-- kind: task_env.permission_denied
-- severity: suspicious
-- confidence: 0.6
-- scope: run
--
-- Finds runs in which every call from some step to the end was refused, by the agent program's own permission system or by the files' owners; with
-- ten or more different calls refused the run is invalid. And runs that were refused at a path that the prompt itself names, twice or more, or once where sudo refuses too or the last word says so, in at least
-- two runs of the task that all failed: invalid where other runs of the version were not refused there and passed, so that the environment differed.
-- Not: one refused command; a path that only the agent thought of; tasks that are about permissions (read the instruction).
with refusals as (
    select t.run_id, t.step, t.result, unnest(list_concat(
               regexp_extract_all(t.result, '[''"‘](/[\w.@+-]+(?:/[\w.@+-]+)*)/?[''"’]?: (?:Permission denied|Operation not permitted|Read-only file system)', 1),
               regexp_extract_all(t.result, '(?:Permission denied|Operation not permitted|Read-only file system|EROFS[^''"\n]{0,60}|EACCES[^''"\n]{0,60}|permission denied): ?[''"](/[\w.@+-]+(?:/[\w.@+-]+)*)', 1))) as path
    from refused_calls t where contains(t.result, 'ermission denied') or contains(t.result, 'not permitted') or contains(t.result, 'EACCES') or contains(t.result, 'ead-only file system') or contains(t.result, 'EROFS')
), named as (
    select f.run_id, r.task_id, r.task_version, r.verdict, regexp_extract(k.prompt, '(/[\w.@+-]+(?:/[\w.@+-]+)*)', 1) is not null as has_paths,
           case when contains(k.prompt, f.path) then f.path when contains(k.prompt, regexp_extract(f.path, '^(.+)/[^/]+$', 1)) then regexp_extract(f.path, '^(.+)/[^/]+$', 1) end as place, f.step, f.result
    from refusals f join runs r using (run_id)
    join tasks k on k.task_id = r.task_id and k.task_version is not distinct from r.task_version
    where r.kind = 'agent' and length(f.path) > 2
), insists as ( -- once is enough where the run can't help itself, or says that this is what stops it
    select t.run_id from refused_calls t where contains(t.result, 'sudo: ') and regexp_matches(t.result, 'sudo: (a password|no tty|a terminal|\S+ is not in|.{0,40}not found|The )|sudoers|askpass') and t.run_id in (select run_id from named)
    union
    select r.run_id from runs r where r.run_id in (select run_id from named where place is not null)
      and regexp_matches(r.final_answer, '(?i)permission|(can(no|'')t|could(n''t| not)|unable to|not able to|not allowed to) (write|create|access|open|read|save|put)|(not|n''t) (writ|access|read)able|denied|read-?only|(owned by|belongs to) root|need(s|ed)? (root|sudo)')
), often as (
    select run_id, task_id, task_version, place, count(distinct step) as times, max(step) as step, arg_max(result, step) as quote, bool_or(coalesce(verdict, '') = 'passed') as passed
    from named where place is not null and place like '/%/%' group by all
    having count(distinct step) >= 2 or run_id in (select run_id from insists)
), places as (
    select task_id, task_version, place, count(*) as runs, bool_or(passed) as any_passed from often group by all
), alike as (
    select task_id, task_version, count(*) filter (passed) as passed, count(*) as n from runs where kind = 'agent' group by all
)
select run_id, step, 'tool_result' as channel, result as quote, case when length >= 10 and variety >= 5 and length * 2 > total then 'invalid' else 'suspicious' end as severity, 0.6 as confidence, null as explanation
from same_results where length >= 5 and regexp_matches(result, 'permission denied|operation not permitted|EACCES|EPERM|requires approval|requested permissions|haven.t granted|permission (to use|rules|was denied)|not allowed to|denied by|read-only file system|tool .{0,40}(disabled|not permitted)|user (doesn.t|does not) want to (proceed|take)|(command|tool|call|execution|action|request)s?( \w+){0,3} (was |were |is |been )?(rejected|denied|refused|blocked|disallowed|not permitted|forbidden) ?(by|:|$|\.)|not (in|on) the allow-?list|(denied|blocked|rejected) by (the )?(policy|user|settings|hook|sandbox|permission)|prevents? you from|rule .{0,40}(prevents|denies|forbids)|approval (is )?required|without (approval|permission)|must be root|are you root|superuser|a password is required', 'i')
union all
select o.run_id, o.step, 'tool_result', o.quote, case when a.passed > 0 then 'invalid' else 'suspicious' end, case when a.passed > 0 then 0.8 else 0.6 end,
       format('{} is refused {} times in this run, and in {} of {} runs of the task; the prompt names it{}', o.place, o.times, p.runs, a.n, case when a.passed > 0 then '; runs that were not refused there passed' else '' end)
from often o join places p on p.task_id = o.task_id and p.task_version is not distinct from o.task_version and p.place = o.place
join alike a on a.task_id = o.task_id and a.task_version is not distinct from o.task_version
where p.runs >= 2 and not p.any_passed
