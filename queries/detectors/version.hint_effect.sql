-- title: What each hint step does to the pass rate
-- kind: version.hint_effect
-- severity: note
-- confidence: 0.8
-- scope: task
--
-- Pass rates of the versions of a task that declare a hint level, in the order of the level. A step that changes nothing says that what it
-- hints at was not what the runs lacked.
-- Not: versions without a declared hint level.
with steps as (
    select c.task_id, c.task_version, c.hint_level, c.passed, c.valid from task_counts c where c.hint_level is not null and c.valid > 0
), told as (
    select task_id, count(distinct hint_level) as levels, arg_max(task_version, hint_level) as task_version,
           string_agg(format('hint {}: {}/{}', hint_level, passed, valid), ', ' order by hint_level) as explanation, sum(passed) as runs_affected, sum(valid) as runs_total
    from steps group by task_id
)
select task_id, task_version, explanation, runs_affected, runs_total from told where levels >= 2
