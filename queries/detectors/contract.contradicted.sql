-- title: A check wants something else than the prompt says
-- kind: contract.contradicted
-- severity: problem
-- confidence: 0.8
-- scope: task
--
-- The runs do what the prompt or a document says and the check refuses it: it wants another name than the prompt gives, it passes
-- where nothing was done and fails where the request was carried out, it refuses values that equal the wanted one or stand in the answer,
-- it punishes calls that nobody forbade, takes a denial for the phrase that it forbids, refuses a file that no run made, or agents quote the rule that forbids what it wants. Days, times
-- and numbers are compared in any spelling: `31 January 2029` in the prompt is `2029-01-31`.
-- Not: a wrong answer that only few runs give, or a check that the reference fails; a day that a text lets reckon (`within three days`); an answer without the mark that the prompt demands.
select task_id, task_version, check_name, title, explanation, severity, confidence, runs_affected, runs_total, evidence
from judgements where kind = 'contract.contradicted'
