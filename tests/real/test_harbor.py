"""Counts over real Harbor jobs, ATIF trajectories, grader outputs and Terminal-Bench 1 tasks."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))
from format_cases import walk, wrong_types

from triage.formats import load
from triage.formats.graders import read_any
from triage.model import Check, Event, Problem, Record, Run, Task, TaskFile

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
pytestmark = pytest.mark.skipif(not (CORPUS / "harbor").is_dir(), reason="the corpus is not there (../shared/corpus)")


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [record for name, source in walk(CORPUS / "harbor", "harbor") for record in load(name).read(source)]


def test_every_trial_is_a_run(records: list[Record]) -> None:
    runs = [record for record in records if isinstance(record, Run)]
    assert len(runs) == len({run.run_id for run in runs}) == 183
    assert Counter(run.score for run in runs) == {0.0: 103, 1.0: 45, None: 35}
    assert [record for record in records if wrong_types(record)] == []
    assert [record for record in records if isinstance(record, Problem)] == []


def test_agents_that_never_started_show(records: list[Record]) -> None:
    silent = {record.run_id for record in records if isinstance(record, Run) and not record.has_transcript and record.score is not None}
    failed = {record.run_id for record in records if isinstance(record, Event) and record.channel == "agent_exit" and record.phase == "agent" and record.code == "1"}
    assert len(silent) == 8
    assert silent == failed
    assert any(isinstance(record, Task) and record.prompt == "" for record in records)


def test_broken_setups_and_graders_show(records: list[Record]) -> None:
    events = Counter((record.phase, record.type, record.code) for record in records if isinstance(record, Event))
    assert events["setup", "RuntimeError", None] == 35
    assert events["setup", "exit", "127"] == 30
    assert events["grader", "crash", "command_not_found"] == 6
    assert events["grader", "tests_ran", "0"] == 37
    assert events["agent", "limit", "time"] == 2
    assert sum(isinstance(record, Event) and record.type == "harness_exception" for record in records) == 0
    assert any(isinstance(record, Event) and record.phase == "setup" and "Docker compose command failed" in record.text for record in records)


def test_checks_have_one_name_in_every_run(records: list[Record]) -> None:
    names = {record.check_name for record in records if isinstance(record, Check)}
    assert names
    assert [name for name in names if name.startswith((".", "/")) or " - " in name] == []


@pytest.mark.parametrize(("folder", "tasks", "files"), [("terminal-bench-1-tasks", 29, 214), ("harbor/tasks", 11, 76)])
def test_task_folders(folder: str, tasks: int, files: int) -> None:
    found = [record for name, source in walk(CORPUS / folder, folder) for record in load(name).read(source)]
    assert Counter(type(record).__name__ for record in found) == {"Task": tasks, "TaskFile": files}
    assert all(record.prompt for record in found if isinstance(record, Task))
    assert {record.area for record in found if isinstance(record, TaskFile)} >= {"grader", "reference", "environment"}


@pytest.mark.parametrize(
    ("name", "ran", "checks"),
    [
        ("ctrf-nocollected.json", 0, 0),
        ("junit-collection-error.xml", 0, 1),
        ("junit-xunit1.xml", 10, 12),
        ("node-junit.xml", 3, 4),
        ("node.tap", 4, 5),
        ("pytest-json-report-collection-error.json", 0, 0),
        ("pytest-json-report.json", 10, 12),
        ("pytest-stdout.txt", 11, 7),
        ("pytest-usage-error.txt", 0, 0),
    ],
)
def test_grader_outputs(name: str, ran: int, checks: int) -> None:
    report = read_any(name, (CORPUS / "graders" / name).read_bytes())
    assert report is not None
    assert (report.tests_ran, len(report.checks)) == (ran, checks)


def test_trajectories_alone() -> None:
    taken = [(name, source) for name, source in walk(CORPUS / "atif", "atif") if name == "atif"]
    runs = [record for name, source in taken for record in load(name).read(source) if isinstance(record, Run)]
    assert len(runs) == len({run.run_id for run in runs}) == len(taken) > 0
