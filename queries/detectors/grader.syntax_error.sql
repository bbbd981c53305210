-- title: The grader's code is not valid
-- kind: grader.syntax_error
-- severity: invalid
-- confidence: 0.87
-- scope: run
--
-- Finds graders whose own script or module cannot be parsed.
-- Not: code of the agent that cannot.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
with lines as (
    select *, bool_or(regexp_matches(said, '(?i)File .?/?(\S*/)?(tests?|verifier|grader|grading)/|(/tests/\S+|(test|run[-_]tests?|verif|grad)[\w-]*\.(sh|py)): (line )?\d+: (syntax error|unexpected EOF|unterminated)')) over (partition by run_id) as own,
        bool_or(regexp_matches(said, 'File ./?(app|workspace|testbed|repo|src)/')) over (partition by run_id) as theirs from grader_words
)
select g.run_id, g.channel, g.said as quote, g.file, g.line, case when s.decided then 'suspicious' else 'invalid' end as severity from lines g join grader_state s using (run_id)
where own and not theirs and regexp_matches(g.said, '^(E\s+)?(SyntaxError|IndentationError|TabError)\b|: syntax error|unexpected EOF while looking|unexpected end of file|unterminated (quoted|string|here)', 'i')
