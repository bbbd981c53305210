-- title: Right programs die within the grader
-- kind: grader.crashes
-- severity: problem
-- confidence: 0.8
-- scope: task
--
-- The grader runs the submissions within itself (`exec`, an import, a virtual machine), and there several die alike, at least two and half of the failures that say why: on a
-- stand-in for standard input or output that lacks what a file has (`'StringIO' object has no attribute 'fileno'`), or on names that every program started by itself has
-- (`__file__`, `require`, a function that it defines). A problem where two of them ran well from a shell, or three died on a stream; else suspicious.
-- Not: an error that the agents met themselves; a name that the program lacks anywhere.
-- Evidence: the check's messages, and the runs of the program that went well.
select task_id, task_version, check_name, title, explanation, severity, confidence, runs_affected, runs_total, evidence
from judgements where kind = 'grader.crashes'
