-- title: Failed runs that left nothing to judge
--
-- One row a valid agent run with a check that says that a file (or another thing as a whole) is not there. Not: a part of something (a key, a column), which work lacks; a file that the prompt does not name; that is missing because nobody
-- told its name. Such a run got nowhere: what its other checks say follows from that, and it tells of the agent or of a hard task rather than of a wrong grader.
with said as (
    select m.run_id, m.task_id, m.task_version, lower(left(coalesce(m.message, m.trace, ''), 300)) as said, lower(coalesce(t.prompt, '')) as prompt
    from check_matrix m join tasks t on t.task_id = m.task_id and t.task_version is not distinct from m.task_version
    where m.status in ('failed', 'error')
), absent as (
    select *, regexp_extract(said, '([\w-]+\.[a-z]\w{0,5})[''")]*\s+(does not exist|not exist|was not|not found)', 1) as before, regexp_extract(said, 'no such file or directory:?\s*[''"]?[^''"\s]*?([\w.-]+)[''"]', 1) as after
    from said where regexp_matches(said, 'does not exist|no such file|filenotfound|not exist')
      and not regexp_matches(said, '\b(key|column|field|attribute|property|table|relation|endpoint|route|option|flag|function|method|class|section|header|element)\b[^\n]{0,60}(does not|not) exist')
)
select distinct run_id, task_id, task_version from absent
where coalesce(nullif(before, ''), nullif(after, '')) is null or contains(prompt, coalesce(nullif(before, ''), nullif(after, '')))
