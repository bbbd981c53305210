-- title: Two readings, and the prompt allows both
-- kind: contract.ambiguous
-- severity: problem
-- confidence: 0.7
-- scope: task
--
-- A sizeable share of the runs gives the same other value (more than chance among the values seen), no visible text states the rule that
-- decides, and other runs or the reference pass; or the prompt sends the agents to a file that is not there. A person must decide. Only suspicious
-- where a document lays down rules on the matter in other words, or the prompt points to a model or to settings: what they decide must be read.
-- Not: values that scatter; a rule that stands in words in the prompt or a file.
select task_id, task_version, check_name, title, explanation, severity, confidence, runs_affected, runs_total, evidence
from judgements where kind = 'contract.ambiguous'
