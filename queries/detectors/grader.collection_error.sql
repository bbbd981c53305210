-- title: The grader's tests could not be loaded
-- kind: grader.collection_error
-- severity: invalid
-- confidence: 0.84
-- scope: run
--
-- Finds test files that could not be loaded for a fault of their own: a missing package of the grader, a conftest that breaks, a wrong option, an exception in the grader's module or script.
-- Not: a test that imports what the agent was to write; assertions in the module; files of the agent's that are missing or unreadable.
-- If other checks really failed, the dead part did not decide the outcome: then the finding is suspicious and the run stays failed.
with blamed as (
    select g.run_id, g.channel, g.said, g.file, g.line,
        bool_or(regexp_matches(g.said, '(^E\s+|^ERROR .* - )(AssertionError|Failed|Exception: Expected)|^E\s+assert ')) over w as asserted,
        bool_or(regexp_matches(g.said, 'ERROR collecting|error(s)? during collection|ImportError while loading|^ERROR \S+\.py( - |$)|error importing|errors? while (loading|collecting)|could not (import|load) (the )?test')) over w as collecting,
        bool_or(regexp_matches(g.said, '^/?(tests?|verifier|grader|grading)/\S+\.py:\d+: in |^File .(/\S*)?/?(tests?|verifier|grader|grading)/')) over w as in_tests
    from grader_words g window w as (partition by g.run_id)
)
select b.run_id, b.channel, b.said as quote, b.file, b.line, case when s.decided then 'suspicious' else 'invalid' end as severity
from blamed b join grader_state s using (run_id)
where not b.asserted and not (s.tested and s.failed_checks = 0 and s.error_checks = 0) and (
    (regexp_matches(b.said, '(^E\s+|^ERROR .* - |^)(ImportError|OSError): \S*\.so[\d.]*: (cannot open|undefined|version|file too short)|undefined symbol|DLL load failed') and (b.collecting or b.in_tests) and not s.tested)
    or     regexp_matches(b.said, 'ImportError while loading conftest|unrecognized arguments|^pytest: error|INTERNALERROR> .*Error|Error while loading plugin|PluginValidationError|UsageError|ConftestImportFailure|file or directory not found: \S*/?tests?/|error: file not found: /?tests?/')
    or ((b.collecting or (not s.tested and s.checks = s.error_checks)) and regexp_matches(b.said, '(ModuleNotFoundError: No module named|ImportError: cannot import name .{1,60} from) .(pytest\w*|_pytest|requests|numpy|pandas|scipy|yaml|bs4|lxml|psutil|toml|tomli|httpx|aiohttp|PIL|cv2|sklearn|matplotlib|networkx|nltk|torch|tensorflow|transformers|datasets|flask|fastapi|django|sqlalchemy|selenium|playwright|pexpect|paramiko|docker|boto3|jsonschema|hypothesis|pydantic|dateutil|Levenshtein|rapidfuzz|openpyxl|pyarrow|duckdb|redis|psycopg2|pymysql|cryptography|jwt|dotenv|tqdm|regex|sympy|h5py|astropy|Crypto|websockets?|grpc|google|openai|anthropic|litellm|pkg_resources|setuptools|distutils|mcp|utils|helpers|conftest|test_utils|common)\b'))
    or (b.collecting and regexp_matches(b.said, '^(E\s+|ERROR .* - )(TypeError|RecursionError|pytest\.|_pytest|PytestUnknown|NameError|ImportPathMismatch|UnboundLocalError)'))
    or (b.collecting and regexp_matches(b.said, 'import file mismatch|duplicate test module|unknown marker|not found in .markers'))
    or (not s.tested and regexp_matches(b.said, '(Cannot find (module|package)|Cannot resolve module|cannot load such file --|LoadError:.{0,40}) ?[''\"]?[^./''\" ]', 'i') and not regexp_matches(b.said, '/app/|/src/|/workspace'))
)
union all
-- The bottom frame of the last traceback is in the grader's own files, and what was raised is no assertion.
select f.run_id, f.channel, f.raised, f.file, f.line, case when s.decided then 'suspicious' else 'invalid' end from (
    select run_id, any_value(channel) as channel, any_value(file) as file, max(line) filter (regexp_matches(said, '^[\w.]+(Error|Exception|Exit|Interrupt|Expired)\b')) as line,
           arg_max(said, line) filter (regexp_matches(said, '^[\w.]+(Error|Exception|Exit|Interrupt|Expired)\b')) as raised,
           arg_max(said, line) filter (regexp_matches(said, '^File .\S+, line \d+')) as frame
    from grader_words where source = 'log' group by run_id
) f join grader_state s using (run_id)
where f.raised is not null and regexp_matches(f.frame, '^File .(/\S*)?/?(tests?|verifier|grader|grading|oracle)/') and not regexp_matches(f.raised, 'Assert|Failed|JSONDecode|Unicode|FileNotFound|NotADirectory|Permission|Syntax|Indentation|TabError|CalledProcess|TimeoutExpired|ConnectionRefused|ConnectionError')
  and not s.tested and s.checks = s.error_checks
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from words where channel like 'harness%' and regexp_matches(said, '(test|grader|verifier|scorer)\w* (collection|import|load)\w* (error|failed)|CollectionError|error(s)? during collection|AddTestsDirError', 'i')
union all
select run_id, channel, quote, file, line, case when run_id in (select run_id from grader_state where decided) then 'suspicious' else 'invalid' end from unnamed_kind where kind = 'grader.collection_error'
