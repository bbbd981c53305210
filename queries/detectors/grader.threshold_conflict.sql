-- title: The wanted constant contradicts the data
-- kind: grader.threshold_conflict
-- severity: problem
-- confidence: 0.7
-- scope: task
--
-- The runs agree on a number that stands in the data or the prompt, and the number that the check compares with stands nowhere.
-- Not: numbers that have to be computed, which stand nowhere on either side.
select task_id, task_version, check_name, title, explanation, severity, confidence, runs_affected, runs_total, evidence
from judgements where kind = 'grader.threshold_conflict'
