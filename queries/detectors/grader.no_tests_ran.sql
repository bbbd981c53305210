-- title: No test ran
-- kind: grader.no_tests_ran
-- severity: invalid
-- confidence: 0.8
-- scope: run
-- even_if_passed: yes
--
-- Finds runs whose grader says that it ran no test, or started and never ended. A reward beside that, 0 or 1, is no verdict about the agent; so also a passed run is invalid.
-- A score without any sign of a check, where other runs of the suite show checks, is only noted as unproven. Not: the agent's own call of a test runner; test files that break on what the agent delivered.
select s.run_id, 'grader_result' as channel, s.none_text as quote, s.none_file as file, s.none_line as line, case when coalesce(s.tests_ran, 0) > 0 or s.failed_checks > 0 then 'note' when s.checks > 0 and s.passed_checks > 0 then 'note'
    when s.run_id in (select run_id from run_events where phase = 'grader' and type = 'log' and run_id in (select run_id from grader_state where none_ran) and regexp_matches(text, '(^|\n)(E\s+|ERROR \S+ - )(AssertionError|ModuleNotFoundError|ImportError|FileNotFoundError|SyntaxError|Failed)')) then 'suspicious'
    when s.run_id in (select run_id from run_events where type = 'collection_error') then 'suspicious'
    else 'invalid' end as severity, null::varchar as title, null::double as confidence
from grader_state s where s.none_ran
union all
select g.run_id, g.channel, g.said, g.file, g.line, case when s.decided or s.tested then 'note' when s.run_id in (select run_id from run_events where type = 'collection_error') then 'suspicious' else 'invalid' end, null, 0.82 from grader_words g join grader_state s using (run_id)
where regexp_matches(g.said, 'no tests ran|collected 0 items|no tests? (suites? |files? |cases? )?(were |was )?(found|collected|executed|run|matching|matched|to run|discovered|selected)|/ 0 selected|^=* ?[1-9]\d* deselected in|test run was empty|0 tests (ran|run|executed|collected)|ran 0 tests|Tests Errored|Reset Failed|START.{0,40}(without|no) .{0,20}END|no (start|end) marker|test (output|log) (is )?(empty|missing)|NoTests(Ran|Found)', 'i') and (g.source = 'record' or not regexp_matches(g.said, 'assert|\$', 'i'))
union all
select g.run_id, g.channel, g.said, g.file, g.line, 'invalid', null, 0.82 from grader_words g join grader_state s using (run_id)
where regexp_matches(g.said, '^running 0 tests$') and not (s.decided or s.tested)
  and not exists (select 1 from run_events e where e.run_id = g.run_id and e.phase = 'grader' and e.type in ('log', 'lines') and regexp_matches(e.text, '(^|\n)running [1-9]\d* test|error(\[E\d+\])?: |could not compile'))
union all
select g.run_id, g.channel, g.said, g.file, g.line, 'invalid', null, 0.82 from grader_words g join grader_state s using (run_id)
where g.from_end < 3 and regexp_matches(g.said, '^\?\s+\S+\s+\[no test files\]$') and not (s.decided or s.tested)
  and not exists (select 1 from run_events e where e.run_id = g.run_id and e.phase = 'grader' and e.type in ('log', 'lines') and regexp_matches(e.text, '(^|\n)\s*(ok|FAIL|PASS|---|panic:|# \S)'))
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided or tested) then 'note' else 'invalid' end, null, 0.82 from words where channel like 'harness%' and regexp_matches(said, 'no tests (ran|were run|found|executed)|Tests Errored|Reset Failed|0 tests (ran|run|executed)|APPLY_PATCH_.{0,3}START without', 'i')
union all
select s.run_id, 'run', 'score ' || l.score || ', and no check, count or log of the grader', null, null, 'note', 'The score is unproven', 0.3 from grader_state s join run_life l using (run_id)
where l.kind = 'agent' and l.score is not null and s.checks = 0 and s.tests_ran is null and not s.has_log and not s.none_ran
  and exists (select 1 from grader_state o join run_life m on m.run_id = o.run_id where m.suite is not distinct from l.suite and m.format = l.format and (o.checks > 0 or o.tests_ran > 0))
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end, null, 0.6 from unnamed_kind where kind = 'grader.no_tests_ran'
