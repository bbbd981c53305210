-- title: The grader misses what the run shows
-- kind: grader.loses_results
-- severity: problem
-- confidence: 0.8
-- scope: task
--
-- The check says that a file is missing, in every run that it fails, and the agents' own last look at it shows it. The grader looked
-- elsewhere, too early, or lost what it found. Where other runs pass the kind is grader.nondeterministic. Or the check looks at one place of a list (`plugins[0].schedule is None`), the runs
-- show a value at another one, and the prompt gives no order.
-- Not: a file that an agent saw earlier and that was gone at its last look.
select task_id, task_version, check_name, title, explanation, severity, confidence, runs_affected, runs_total, evidence, kind
from judgements where kind = 'grader.loses_results' or kind = 'grader.nondeterministic'
