-- title: The grader misses what the run shows
-- kind: grader.loses_results
-- severity: problem
-- confidence: 0.8
-- scope: task
--
-- The check says that a file is missing, in every run that it fails, and the agents' own last look at it shows it. The grader looked
-- elsewhere, too early, or lost what it found. Where other runs pass the kind is grader.nondeterministic.
-- Not: a file that an agent saw earlier and that was gone at its last look.
select task_id, task_version, check_name, title, explanation, severity, confidence, runs_affected, runs_total, evidence, kind
from judgements where kind = 'grader.loses_results' or kind = 'grader.nondeterministic'
