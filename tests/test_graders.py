"""Outputs of graders: checks, tests that ran, and what a grader says of itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triage.formats.graders import GRADERS, GraderReport, load, read_any
from triage.formats.graders.log_facts import log_facts
from triage.formats.graders.names import check_name
from triage.formats.graders.reward_files import read_reward


def report(name: str, text: str) -> GraderReport:
    found = read_any(name, text.encode())
    assert found is not None
    return found


def statuses(found: GraderReport) -> dict[str, str]:
    return {check.check_name: check.status for check in found.checks}


JUNIT = """<testsuites><testsuite name="s" tests="5">
<testcase classname="dir.test_a.TestC" name="test_x[a-b]"/>
<testcase classname="dir.test_a" name="test_y"><failure message="assert 1 == 2">E   assert 1 == 2</failure></testcase>
<testcase classname="dir.test_a" name="test_y"><error message="failed on teardown">boom</error></testcase>
<testcase classname="dir.test_a" name="test_z"><skipped type="pytest.xfail" message="known"/></testcase>
<testcase classname="" name="test_b"><error message="collection failure">ImportError: no</error></testcase>
</testsuite></testsuites>"""


def test_junit_names_statuses_and_collection_errors() -> None:
    found = report("out.xml", JUNIT)
    assert statuses(found) == {"dir/test_a.py::TestC::test_x[a-b]": "passed", "dir/test_a.py::test_y": "error", "dir/test_a.py::test_z": "skipped", "test_b": "error"}
    assert [event.type for event in found.events] == ["collection_error"]
    assert found.tests_ran == 3


def test_an_empty_report_is_no_pass() -> None:
    assert report("out.xml", '<testsuites><testsuite name="pytest" tests="0" errors="0"/></testsuites>').tests_ran == 0
    assert report("ctrf.json", '{"results": {"tool": {"name": "pytest"}, "summary": {"tests": 0}, "tests": []}}').tests_ran == 0


def test_junit_refuses_entities() -> None:
    found = load("junit").read(b'<!DOCTYPE x [<!ENTITY a "aaaa">]><testsuites><testsuite><testcase name="&a;"/></testsuite></testsuites>')
    assert found.problems
    assert not found.checks


def test_ctrf_setup_errors_and_missing_messages() -> None:
    text = """{"results": {"tool": {"name": "t"}, "summary": {"tests": 3}, "tests": [
        {"name": "a", "status": "failed", "rawStatus": "setup_failed", "suite": ["s", "t"]},
        {"name": "b", "status": "failed", "trace": "def b():\\n>   x\\nE   KeyError: 1"}, {"name": "c", "status": "pending"}]}}"""
    found = report("ctrf.json", text)
    assert statuses(found) == {"a": "error", "b": "failed", "c": "skipped"}
    assert found.checks[1].message == "KeyError: 1"
    assert found.checks[0].check_group == "s > t"
    assert found.tests_ran == 2


def test_pytest_json_keeps_collection_errors() -> None:
    found = report(
        "r.json", '{"created": 1, "exitcode": 2, "summary": {"total": 0, "collected": 3}, "collectors": [{"nodeid": "test_b.py", "outcome": "failed", "longrepr": "ImportError"}]}'
    )
    assert found.tests_ran == 0
    assert [(event.channel, event.type, event.code) for event in found.events] == [("grader_result", "collection_error", None), ("grader_exit", "exit", "2")]


TAP = """TAP version 14
1..5
ok 1 - plain
not ok 2 - wrong
  ---
  message: 'off by one'
  expected: 2
  actual: 1
  ...
not ok 3 - later # TODO not written
# Subtest: nest
    ok 1 - inner
    1..1
ok 4 - nest # SKIP no
"""


def test_tap_directives_subtests_and_a_short_plan() -> None:
    found = report("out.tap", TAP)
    assert statuses(found) == {"plain": "passed", "wrong": "failed", "later": "skipped", "nest > inner": "passed", "nest": "skipped"}
    assert (found.checks[1].message, found.checks[1].expected, found.checks[1].actual) == ("off by one", "2", "1")
    assert [event.type for event in found.events] == ["crash"]


LOG = """============ FAILURES ============
_______ test_hour _______
    def test_hour():
>       assert 11 == 12
E       assert 11 == 12
==== short test summary info ====
\x1b[31mFAILED\x1b[0m ../tests/test_clock.py::test_hour - assert 11 == 12
PASSED ../tests/test_clock.py::test_day
ERROR ../tests/test_clock.py::test_net - ConnectionError: no route
\x1b[31m=== 1 failed, 1 passed, 1 error in 0.20s ===\x1b[0m
"""


def test_printed_results() -> None:
    found = report("test-stdout.txt", LOG)
    assert statuses(found) == {"test_clock.py::test_hour": "failed", "test_clock.py::test_day": "passed", "test_clock.py::test_net": "error"}
    hour = found.checks[0]
    assert hour.origin == "log"
    assert hour.message == "assert 11 == 12"
    assert "E       assert 11 == 12" in (hour.trace or "")
    assert found.tests_ran == 3


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("===== 3 passed, 1 skipped in 0.2s =====", [("tests_ran", "3")]),
        ("collected 0 items\n\n=== no tests ran in 0.00s ===", [("tests_ran", "0")]),
        ("ERROR: file or directory not found: /tests/test_a.py", [("tests_ran", "0")]),
        ("/tests/test.sh: line 9: uvx: command not found", [("tests_ran", "0"), ("crash", "command_not_found")]),
        ("/tests/test.sh: line 2: frob: command not found\n=== 2 passed in 1s ===", [("tests_ran", "2")]),
        ("downloading uv 0.9.5 x86_64-unknown-linux-gnu", [("missing_result", "fetching_tools")]),
        ("downloading uv 0.9.5 x86_64-unknown-linux-gnu\n=== 2 passed in 1s ===", [("tests_ran", "2")]),
        ('Error while loading plugin "x".\nValueError: y', [("crash", None)]),
        ("____ ERROR collecting test_b.py ____\nE  x\n!!!! Interrupted: 1 error during collection !!!!\n1 error in 0.1s", [("tests_ran", "0"), ("collection_error", None)]),
        ("no results at all", []),
        ("", []),
    ],
)
def test_facts_of_a_log(text: str, facts: list[tuple[str, str | None]]) -> None:
    assert [(event.type, event.code) for event in log_facts(text, None)] == facts


@pytest.mark.parametrize(
    ("text", "score", "code"),
    [
        ("1\n", 1.0, "1"),
        ("0.25", 0.25, "0.25"),
        ("", None, "empty_reward"),
        ("NaN", None, "bad_reward"),
        ("true", None, "bad_reward"),
        ('{"reward": 1, "style": 0.5}', 1.0, "1.0"),
        ('{"a": 1, "b": 0}', 0.5, "0.5"),
    ],
)
def test_rewards(text: str, score: float | None, code: str) -> None:
    found = read_reward(text.encode(), "reward.txt")
    assert found.score == score
    assert [event.code for event in found.report.events] == [code]


def test_reward_details_have_weights() -> None:
    text = (
        '{"tests": {"score": 0.5, "criteria": [{"name": "a", "value": true, "weight": 2}, {"id": "b", "value": 0, "weight": 1, "error": "judge died"}]}, "style": {"score": 1.0}}'
    )
    rows = [(c.check_name, c.status, c.weight, c.check_group) for c in report("reward-details.json", text).checks]
    assert rows == [("a", "passed", 2.0, "tests"), ("b", "error", 1.0, "tests"), ("style", "passed", None, "style")]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("../tests/test_a.py::test_x - AssertionError: 1 != 2", "test_a.py::test_x"),
        ("/tests/test_a.py::test_x", "test_a.py::test_x"),
        ("tests/unit/test_a.py::test_x[a - b]", "tests/unit/test_a.py::test_x[a - b]"),
        ("test_x at 0x7f00deadbeef", "test_x at 0x..."),
    ],
)
def test_names_are_alike_over_runs(raw: str, name: str) -> None:
    assert check_name(raw) == (name, None if raw == name else raw)


@pytest.mark.parametrize("name", GRADERS)
@settings(max_examples=30, deadline=None)
@given(
    data=st.one_of(
        st.binary(max_size=300), st.sampled_from([JUNIT, TAP, LOG, '{"results": {"tests": [1, {"name": "a", "status": []}], "summary": 3}}', "[]", "{}"]).map(str.encode)
    ),
    cut=st.integers(0, 400),
)
def test_no_grader_output_raises(name: str, data: bytes, cut: int) -> None:
    load(name).read(data[:cut])
