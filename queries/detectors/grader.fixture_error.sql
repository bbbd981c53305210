-- title: The grader could not set its tests up
-- kind: grader.fixture_error
-- severity: invalid
-- confidence: 0.82
-- scope: run
--
-- Finds checks that died in a fixture of the grader's own: a fixture that does not exist, an exception that is no assertion at setup.
-- Not: pytest.fail or an assertion in a fixture that looks for what the agent was to deliver.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
with lines as (
    select *, bool_or(regexp_matches(said, 'ERROR at setup of|ERROR at teardown|^ERROR \S+::')) over (partition by run_id) as setting, bool_or(regexp_matches(said, '^E\s+(AssertionError|Failed|assert )|^ERROR \S+::\S+ - (AssertionError|Failed|assert |FileNotFoundError|subprocess)')) over (partition by run_id) as asserted from grader_words
)
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.decided then 'suspicious' else 'invalid' end as severity from lines g join grader_state s using (run_id)
where not asserted and (regexp_matches(g.said, '^(E\s+)?fixture .{1,60} not found|ScopeMismatch|recursive dependency involving fixture|Fixture .{1,60} called directly|FixtureLookupError|fixture function .{0,40}(did not yield|more than one)', 'i')
   or (setting and regexp_matches(g.said, '^(E\s+|ERROR \S+::\S+ - )(TypeError|AttributeError|NameError|ImportError|ModuleNotFoundError|docker\.|playwright|selenium|OSError: \[Errno (24|98)|WebDriverException|BrokenPipeError)')))
