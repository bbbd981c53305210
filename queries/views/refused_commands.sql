-- title: Commands of the grader that no program takes
--
-- One row a check that never passes and a line of its failures in which a program refuses its options or arguments (`unsupported option`, `unexpected argument`, a shell's
-- syntax error), where most failures that say anything show that same line: a slip in the grader's own command, or an option that nobody told the agents to take.
with lines as (
    select m.task_id, m.task_version, m.check_name, m.run_id, m.seq,
           unnest(list_distinct(regexp_extract_all(left(coalesce(m.message, '') || chr(10) || coalesce(m.trace, ''), 20000),
               '(?i)[^\n]*\b(?:unsupported option|unrecogni[sz]ed option|unexpected argument|invalid option|illegal option|unknown option|syntax error near unexpected)\b[^\n]*'))) as line
    from check_matrix m join check_rates r on r.task_id = m.task_id and r.task_version is not distinct from m.task_version and r.check_name = m.check_name
    where r.n >= 3 and r.passed = 0 and m.status in ('failed', 'error')
), telling as (
    select task_id, task_version, check_name, count(distinct run_id) as failing, count(distinct run_id) filter (coalesce(message, trace, '') <> '') as saying
    from check_matrix where status in ('failed', 'error') group by task_id, task_version, check_name
), grouped as (
    select task_id, task_version, check_name, regexp_replace(left(trim(line), 300), '0x[0-9a-f]+', '#', 'g') as line, count(distinct run_id) as runs, min(run_id) as run_id
    from lines group by 1, 2, 3, 4
)
select g.task_id, g.task_version, g.check_name, g.line, g.runs, t.saying, t.failing, g.run_id
from grouped g join telling t on t.task_id = g.task_id and t.task_version is not distinct from g.task_version and t.check_name = g.check_name
where g.runs >= 2 and g.runs >= 0.6 * t.saying
qualify row_number() over (partition by g.task_id, g.task_version, g.check_name order by g.runs desc, length(g.line), g.line) = 1
