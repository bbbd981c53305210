-- title: The wanted constant contradicts the data or the prompt
-- kind: grader.threshold_conflict
-- severity: problem
-- confidence: 0.7
-- scope: task
--
-- The runs agree on a number that stands in the data or the prompt, and the number that the check compares with stands nowhere; or on an address, id or code that their tools told them, no run
-- passes, and the one that is wanted stands nowhere (suspicious where the environment's files are not known). Or a file of the grader asserts a limit
-- for a quantity that the prompt names with an easier one (`prompt_thresholds`): who reaches what the prompt says may fail.
-- Not: numbers that have to be computed, which stand nowhere on either side; a grader that asks for less than the prompt.
select task_id, task_version, check_name, title, explanation, severity, confidence, runs_affected, runs_total, evidence
from judgements where kind = 'grader.threshold_conflict'
union all
select task_id, task_version, check_name, format('the prompt says {} {}, the grader wants {}', word, given, wanted),
       format('The prompt gives {} beside "{}", and {} asserts {} {}. Change one of them.', given, word, path, case op when '>' then 'at least' else 'at most' end, wanted),
       'problem', 0.8, null, null, to_json([{'run_id': null, 'step': null, 'channel': 'task_file', 'quote': line, 'file': path, 'line': null}])
from prompt_thresholds
