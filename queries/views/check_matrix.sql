-- title: Checks of valid agent runs
--
-- One row a run and check, agent runs with verdict passed or failed only: what check rates and clusters count.
select c.run_id, c.task_id, c.task_version, c.check_name, c.check_group, c.weight, c.status, c.score, c.message, c.trace, c.expected, c.actual, c.seq, c.verdict, c.hidden, c.noop_reason
from run_checks c where c.kind = 'agent' and c.verdict in ('passed', 'failed')
