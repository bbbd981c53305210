"""Readers of Terminal-Bench 1, SWE-agent, SWE-bench and tau-bench over real files: what was counted there is found again."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from format_cases import walk, wrong_types

from triage.formats import load
from triage.model import Check, Event, Problem, Record, Run, Step, Task, ToolCall

SHARED = Path(__file__).parents[2] / ".." / "shared"
CORPUS = SHARED / "corpus"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real transcripts is not beside this checkout")


@cache
def read(folder: str) -> list[Record]:
    """All records below a folder of the corpus."""
    return [record for name, source in walk(CORPUS / folder, folder) for record in load(name).read(source)]


def runs(folder: str) -> list[Run]:
    return [record for record in read(folder) if isinstance(record, Run)]


@pytest.mark.parametrize("folder", ["swe-agent", "mini-swe-agent", "swe-bench", "swe-smith", "tau-bench", "tau2-bench", "terminal-bench-1"])
def test_types(folder: str) -> None:
    assert [text for record in read(folder) for text in wrong_types(record)] == []


def test_tb1_counts_each_trial_once() -> None:
    found = runs("terminal-bench-1")
    assert len(found) == len({run.run_id for run in found}) == 1200
    assert Counter((run.exit_status, run.passed) for run in found) == {
        ("unset", False): 415,
        ("unset", True): 283,
        ("agent_timeout", False): 238,
        ("agent_timeout", True): 55,
        ("unknown_agent_error", None): 77,
        ("unknown_agent_error", False): 1,
        ("parse_error", None): 70,
        ("test_timeout", None): 61,
    }
    assert all(run.score is None for run in found if run.passed is None)
    kinds = Counter(record.kind for record in read("terminal-bench-1") if isinstance(record, Problem))
    assert kinds == {"duplicate_run": 44}


def test_tb1_runs_are_those_that_people_labelled() -> None:
    known = {run.source for run in runs("terminal-bench-1")}
    with (SHARED / "truth" / "tb1_infra_runs.csv").open(encoding="utf-8") as stream:
        named = ["terminal-bench-1/" + row["run"].partition("/")[2] for row in csv.DictReader(stream)]
    assert len(named) == 723
    assert [name for name in named if name not in known] == []


def test_tb1_check_names_hold_no_error_text() -> None:
    names = {record.check_name for record in read("terminal-bench-1") if isinstance(record, Check)}
    assert [name for name in names if " - " in name or name.startswith("[")] == []
    errors = Counter(record.check_name for record in read("terminal-bench-1") if isinstance(record, Check) and record.status == "error")
    assert errors["test_outputs.py"] == 39


def test_tb1_agent_that_never_started() -> None:
    records = read("terminal-bench-1")
    spoke = {record.run_id for record in records if isinstance(record, Step) and record.role == "assistant"}
    missing = {record.run_id for record in records if isinstance(record, Event) and record.channel == "agent_stderr" and "mini: command not found" in record.text}
    assert len(missing) == 153
    assert missing & spoke == set()
    assert {run.run_id for run in runs("terminal-bench-1") if run.has_transcript} >= missing


def test_tb1_failed_builds() -> None:
    found = Counter(
        (record.phase, record.type) for record in read("terminal-bench-1") if isinstance(record, Event) and record.channel == "harness_exception" and record.type != "traceback"
    )
    assert found == {("setup", "CalledProcessError"): 65, ("agent", "RuntimeError"): 2, ("agent", "ReadTimeout"): 1}


@pytest.mark.parametrize("folder", ["swe-agent", "swe-smith"])
def test_swe_agent_steps_are_all_there(folder: str) -> None:
    actions = 0
    for path in (CORPUS / folder).rglob("*.traj"):
        actions += sum(bool(step.get("action", "").strip()) for step in json.loads(path.read_text(encoding="utf-8")).get("trajectory") or ())
    swe = {run.run_id for run in runs(folder) if run.format == "swe_agent"}
    calls = [record for record in read(folder) if isinstance(record, ToolCall) and record.run_id in swe]
    assert len(calls) == actions > 0
    assert all(call.result is not None for call in calls)


def test_swe_smith_reports_join_their_trajectories() -> None:
    found = runs("swe-smith")
    results = {run.join_key: run for run in found if run.result_only}
    assert {run.passed for run in results.values()} == {True, False}
    assert {run.join_key for run in found if run.format == "swe_agent"} <= set(results)
    statuses = Counter((record.check_group, record.status) for record in read("swe-smith") if isinstance(record, Check) and record.check_group)
    assert statuses == {("PASS_TO_PASS", "passed"): 951, ("FAIL_TO_PASS", "passed"): 9, ("FAIL_TO_PASS", "failed"): 28}


def test_mini_swe_agent() -> None:
    found = {run.task_id: run for run in runs("mini-swe-agent")}
    assert found["limits__task-2"].exit_status == "LimitsExceeded"
    assert found["limits__task-2"].cost_usd == 2.0
    assert len(found) == 2


def test_tau2() -> None:
    found = runs("tau2-bench")
    assert len(found) == 6
    assert sorted((run.attempt, run.passed) for run in found if run.task_id == "airline-relaxed/8") == [(1, False), (2, False), (3, False), (4, False)]
    assert all(run.passed is None for run in found if run.task_id != "airline-relaxed/8")
    assert [task.task_id for task in read("tau2-bench") if isinstance(task, Task)] == ["airline-relaxed/8"]
