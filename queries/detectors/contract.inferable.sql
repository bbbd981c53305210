-- title: A check wants what only a file tells
-- kind: contract.inferable
-- severity: note
-- confidence: 0.7
-- scope: task
--
-- Runs repeat the same miss; what the check wants is not in the prompt but stands in something that the agents could read. A fair
-- difficulty: the finding says where it stands and how runs that opened it fared against those that did not.
-- Not: what stands nowhere (contract.undisclosed), or in the prompt itself.
select task_id, task_version, check_name, title, explanation, severity, confidence, runs_affected, runs_total, evidence
from judgements where kind = 'contract.inferable'
