-- title: What to do first
--
-- One row a task finding, or a kind of infrastructure failure, ordered by how much it explains: severity, confidence and runs affected.
select finding_id, kind, title as what, task_id, "check", runs, confidence from (
    select finding_id, kind, title, task_id, check_name as "check", runs_affected as runs, confidence,
           case severity when 'problem' then 2 else 1 end * confidence * (1 + ln(1 + coalesce(runs_affected, 1))) as weight
    from findings where scope = 'task' and severity in ('problem', 'suspicious') and status = 'match' and kind not like 'calibration.%'
    union all
    select arg_min(finding_id, row(-confidence, run_id)), kind, min(title), null, null, count(distinct run_id), avg(confidence), 2 * avg(confidence) * (1 + ln(1 + count(distinct run_id)))
    from findings where scope = 'run' and severity = 'invalid' and status = 'match' group by kind
)
order by round(weight, 6) desc, kind, task_id, "check", finding_id
