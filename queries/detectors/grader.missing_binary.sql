-- title: The grader lacks a program
-- kind: grader.missing_binary
-- severity: invalid
-- confidence: 0.86
-- scope: run
--
-- Finds graders that lack the program which runs them: uv, pytest, a browser, a test runner. The reward is then nobody's, often 0 without any record of a fault.
-- Not: tasks in which the agent was to install that program; a failed test that calls a missing program of the agent's.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.decided then 'suspicious' else 'invalid' end as severity
from grader_words g join grader_state s using (run_id)
where regexp_matches(g.said, '(^|[\s/])(\S*sh|\S+\.sh|\S+): (line )?\d+: \S+: (command )?not found$|^(\S*sh: )?\S+: command not found$|executable file not found|which: no \S+ in|^\S*env: .{1,40}: No such file or directory$|Failed to launch (chrome|chromium|browser)|Executable doesn.t exist at|(chromedriver|geckodriver|chrome|chromium|firefox).{0,60}(not found|cannot find|not downloaded)|No module named (pytest|uv|pip)$|exit(ed)? (with )?(code|status) 127|spawn \S+ ENOENT', 'i') and not s.tested and not regexp_matches(g.said, '^(E|FAILED|ERROR)\s|::|AssertionError') and not is_retry_line(g.said)
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from words where channel like 'harness%' and regexp_matches(said, '(test|verif|grad)\S*: .{0,20}: command not found|\b(pip3?|uvx?|pytest|curl|git|node|npm|npx|python3?|bash|jq|make|docker|chrome|chromium)\b.{0,3} (is |was )?not (found|installed|available)\b|/tests/\S+: line \d+: \S+ (command )?not found|exec: \\?"?(pytest|uvx?|python3?|node|npx|npm|go|cargo|mvn|gradle|make|bats|jest|vitest|/tests/\S+|\S*test\S*)\\?"?: executable file not found')
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from unnamed_kind where kind = 'grader.missing_binary'
