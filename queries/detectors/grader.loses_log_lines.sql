-- title: Verdicts in the grader's log are lacking in its result
-- kind: grader.loses_results
-- severity: problem
-- confidence: 0.85
-- scope: task
--
-- The grader printed a verdict line (`PASSED name`, `ok 3 - name`, `name ... ok`, `--- PASS: name`, `✓ name`, `[PASS] name`, `Test #3: name ... Passed`, `name: PASS`) for a name that its structured result does not hold, though it holds other
-- names of the same log: the parser in between dropped or cut the name. Counts runs; two suffice, or one of a reference.
-- Suspicious only where the line has a script's own form and nothing else speaks for a lost check: it is not declared, and the score goes with the checks that are there.
-- Not: a log that shares no name with the result (another tool's output); summaries of packages, suites and builds, progress lines, names that differ only in their module path or parameters.
with results as (
    select c.run_id, r.task_id, r.task_version, r.kind, c.check_name, lower(regexp_replace(regexp_replace(c.check_name, '^.*(::|/)', ''), '[^\p{L}\p{N}]+', '', 'g')) as plain
    from checks c join runs r using (run_id) where c.origin = 'result'
), printed as (
    select run_id, unnest(list_distinct(string_split(left(text, 400000), chr(10)))) as line
    from run_events where phase = 'grader' and channel = 'grader_stdout' and run_id in (select run_id from results)
), lines as materialized (
    -- Most logs say the same: each line is taken apart once.
    select line, regexp_matches(line, '^\s*\[|(?::| -| =>| →) *(?:PASS|PASSED|FAIL|FAILED|OK)\s*$') as own_form, trim(coalesce(
        nullif(regexp_extract(line, '^\s*test (\S[^\n]{0,150}?)(?: - should panic)? \.\.\. (?:ok|FAILED)\s*$', 1), ''),
        nullif(regexp_extract(line, '^\s*[✓✔√✕✗✘×✖☑☒] +(?:\d+\) )?([^\n]{1,160}?)(?: \(\d+(?:\.\d+)? ?m?s\))?\s*$', 1), ''),
        nullif(regexp_extract(line, '^\s*\[ *(?:PASS|PASSED|FAIL|FAILED|OK|NOT OK) *\]:?\s+(?:- )?([^\n]{1,160}?)(?: \(\d+(?:\.\d+)? ?m?s\))?\s*$', 1), ''),
        nullif(regexp_extract(line, '^\s*(?:Passed|Failed) ([^\n]{1,160}) \[[^\]\n]{0,8}\d+ m?s\]\s*$', 1), ''),
        nullif(regexp_extract(line, '^\s*\d+/\d+ Test +#\d+: ([^\n]{1,140}?) ?\.*\s*(?:\*{3})?(?:Passed|Failed|Not Run|Timeout|Exception)[^\n]*$', 1), ''),
        nullif(regexp_extract(line, '^\s*(\S[^\n]{1,150}?)(?::| -| =>| →) *(?:PASS|PASSED|FAIL|FAILED|OK)\s*$', 1), ''),
        nullif(regexp_extract(line, '^\s*(?:PASSED|FAILED|PASS|FAIL)[:\s]+(?:- )?([^\n]{1,160}?)(?:\s+-\s.*)?\s*$', 1), ''),
        nullif(regexp_extract(line, '^\s*(?:not )?ok \d+ -? ?([^\n#]{1,160}?)\s*(?:#.*)?$', 1), ''),
        nullif(regexp_extract(line, '^\s*--- (?:PASS|FAIL): (\S[^\n]{0,150}?)(?: \([\d.]+s\))?\s*$', 1), ''),
        nullif(regexp_extract(line, '^\s*(\S[^\n]{0,150}?) \.\.\. (?:ok|FAIL|ERROR|PASSED|FAILED)\s*$', 1), ''),
        nullif(regexp_extract(line, '^\s*(\S[^\n]{0,150}?)\s+(?:PASSED|FAILED)(?:\s+\[\s*\d+%\])?\s*$', 1), ''))) as name
    from (select distinct line from printed)
    where regexp_matches(line, '^[ \t]*(?:(?:PASSED|FAILED|PASS|FAIL)[: \t].*|(?:not )?ok \d+ .*|--- (?:PASS|FAIL): .*|\S.{0,150}(?: \.\.\. (?:ok|FAIL|ERROR|PASSED|FAILED)|[ \t](?:PASSED|FAILED)(?:[ \t]+\[ *\d+%\])?)[ \t\r]*|[✓✔√✕✗✘×✖☑☒] .{1,170}|\[ *(?:PASS|PASSED|FAIL|FAILED|OK|NOT OK) *\]:? .{1,170}|(?:Passed|Failed) .{1,160} \[[^\]\n]{0,8}\d+ m?s\]|\d+/\d+ Test +#\d+: .{1,170}|\S.{1,150}(?::| -| =>| →) *(?:PASS|PASSED|FAIL|FAILED|OK)[ \t\r]*)$')
), named as (
    select line, own_form, name, lower(regexp_replace(regexp_replace(name, '^.*(::|/)', ''), '[^\p{L}\p{N}]+', '', 'g')) as plain from lines
    where name is not null and length(name) between 2 and 160 and not regexp_matches(name, '^\(|^\d+\b|^[=_.-]+|\d+ (passed|failed|tests?)|(?i)^(all )?(tests?|verdicts?|checks?)\b|^in \d|(?i)^(?:> )?task :|(?i)^(?:build|compil\w+|overall|total|summary|results?|status|grade|score|suites?|session|module|package)$')
      -- `FAIL<tab>package<tab>0.2s`, `FAIL package [build failed]`: a whole package, as Go tells it
      and not regexp_matches(line, '\t\(?(?:cached|[\d.]+s)\)?\s*$|\[(?:build|setup) failed\]|\[no test')
), verdicts as (
    select p.run_id, n.name, trim(n.line) as line, n.own_form, n.plain, exists (select 1 from results r where r.run_id = p.run_id and r.plain = n.plain) as same
    from printed p join named n using (line) where n.plain <> ''
), near as (
    select distinct v.run_id, v.plain from verdicts v join results r on r.run_id = v.run_id where not v.same and ((length(v.plain) >= 4 and ends_with(r.plain, v.plain)) or (length(r.plain) >= 4 and ends_with(v.plain, r.plain)))
), compared as (
    select v.run_id, v.name, v.line, v.own_form, v.same or n.plain is not null as known from verdicts v left join near n on n.run_id = v.run_id and n.plain = v.plain
), prefixes as (
    select r.run_id, min(left(r.check_name, length(r.check_name) - length(c.name))) as prefix
    from results r join compared c on c.run_id = r.run_id and c.known and ends_with(r.check_name, c.name) where r.run_id in (select run_id from compared where not known) group by r.run_id
), lost as (
    -- A source file is a suite, unless the result holds such files as checks.
    select c.run_id, c.name, any_value(c.line) as line, bool_and(c.own_form) as own_form from compared c where not c.known
      and (not regexp_matches(c.name, '^[\w@./-]+\.(?:[cm]?[jt]sx?|py|rb|go|php|bats|t|rs|java|sh)(?: \([\d.]+ ?m?s\))?$')
           or exists (select 1 from results r where r.run_id = c.run_id and regexp_matches(r.check_name, '\.(?:[cm]?[jt]sx?|py|rb|go|php|bats|t|rs|java|sh)$')))
    group by all
), shares as (
    select run_id, count(distinct name) filter (known) as known, count(distinct name) as names from compared group by run_id
)
select r.task_id, r.task_version, coalesce(p.prefix, '') || l.name as check_name, l.run_id as evidence_run, 'grader_stdout' as channel, l.line as quote, t.n as runs_total,
       case when not l.own_form or exists (select 1 from declared_checks d where d.task_id = r.task_id and d.task_version is not distinct from r.task_version and (d.check_name = l.name or ends_with(d.check_name, l.name)))
              or (coalesce(r.score, 0) < 1 and not exists (select 1 from results x join checks y on y.run_id = x.run_id and y.check_name = x.check_name where x.run_id = l.run_id and y.status <> 'passed')) then 'problem' else 'suspicious' end as severity,
       format('printed in {} runs, in the result of none of them', count(*) over (partition by r.task_id, r.task_version, l.name)) as explanation
from lost l join runs r using (run_id) join shares s using (run_id) left join prefixes p using (run_id)
join (select task_id, task_version, count(distinct run_id) as n from results group by all) t on t.task_id = r.task_id and t.task_version is not distinct from r.task_version
where s.known >= 2 and s.known >= 0.3 * s.names
qualify count(*) over (partition by r.task_id, r.task_version, l.name) >= 2 or bool_or(r.kind = 'reference') over (partition by r.task_id, r.task_version, l.name)
