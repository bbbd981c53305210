-- title: The grader could not install its tools
-- kind: grader.package_install_failed
-- severity: invalid
-- confidence: 0.87
-- scope: run
--
-- Finds graders that could not fetch or install what they need: apt, dpkg locks, pip, uv, curl, npm; and those whose log ends while tools are still fetched.
-- Not: tasks that are about repairing these; where the agent's leftovers hold the lock read the run.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.decided then 'suspicious' else 'invalid' end as severity
from grader_words g join grader_state s using (run_id)
where g.says_package_failure and not s.tested and s.checks = s.error_checks and not regexp_matches(g.said, '^(E|FAILED)\s{2,}|::|AssertionError|^WARNING') and not is_retry_line(g.said) and not says_reward_missing(g.said)
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from words where channel like 'harness%' and says_package_failure and regexp_matches(said, 'tests?\b|verif|grad', 'i') and not says_install_failed and not says_reward_missing(said)
union all
select g.run_id, g.channel, 'the log ends while tools are fetched: ' || g.said, g.file, g.line, 'invalid'
from grader_words g join grader_state s using (run_id)
where g.from_end < 3 and g.source = 'log' and g.says_fetching and not s.tested and s.checks = s.error_checks
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from unnamed_kind where kind = 'grader.package_install_failed'
