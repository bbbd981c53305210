-- title: A check wants what is told nowhere
-- kind: contract.undisclosed
-- severity: problem
-- confidence: 0.7
-- scope: task
--
-- Runs repeat the same miss, and what the check wants (a name, a path, a wording, a port, a kind of container, a convention such as rounding or
-- order, one particular digest) stands neither in the prompt nor in anything that the agents could read; or a key is told for the top and wanted in
-- each record; or it is a word of sentences that nothing marks as a key (then suspicious). Such failures say nothing about the agents. So too a number that hangs on the draws of one random
-- generator, and a variable, option or path by which the check asks before it compares. Suspicious: a limit or a setting (a width, a timeout) that stands nowhere.
-- Not: what can be read in a file that the failing runs did not open, be it as a pattern with placeholders; names that the runs used themselves; mistakes
-- that scatter; checks that the reference fails or a do-nothing run passes.
select task_id, task_version, check_name, title, explanation, severity, confidence, runs_affected, runs_total, evidence
from judgements where kind = 'contract.undisclosed'
