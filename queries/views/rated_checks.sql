-- title: Check statuses that rates are made from
--
-- Valid agent runs, and reference and no-op runs that are not invalid. seq: the order in which the grader reports checks.
select run_id, task_id, task_version, kind, check_name, check_group, weight, status, seq
from run_checks where verdict in ('passed', 'failed') or (kind <> 'agent' and verdict <> 'invalid')
