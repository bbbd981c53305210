"""What the views behind the suspicion count, on made-up runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import duckdb
import pytest

from triage.pipeline import ingest_and_detect

Check = tuple[str, str | None]
"""Status and message."""


def rows(root: Path, runs: Mapping[str, Mapping[str, Check]], sql: str, prompt: str = "Write out.json.") -> list[tuple[object, ...]]:
    task = root / "tasks" / "t"
    task.mkdir(parents=True)
    (task / "task.toml").write_text('id = "t"\n')
    (task / "prompt.md").write_text(prompt)
    for name, checks in runs.items():
        run = root / "runs" / name
        run.mkdir(parents=True)
        (run / "run.json").write_text(json.dumps({"run_id": name, "task": "t", "model": f"m{name[0]}", "agent": "a"}))
        listed = [{"name": check, "status": status, "message": message} for check, (status, message) in checks.items()]
        (run / "grader.json").write_text(json.dumps({"score": float(all(c["status"] == "passed" for c in listed)), "checks": listed}))
    ingest_and_detect([str(root)], root / "t.duckdb", jobs=1)
    with duckdb.connect(str(root / "t.duckdb"), read_only=True) as db:
        return db.execute(sql).fetchall()


PASS: Check = ("passed", None)


def test_one_check_stops_runs_that_do_all_else(tmp_path: Path) -> None:
    done = {"a": PASS, "b": PASS, "c": PASS, "last": ("failed", "wrong")}
    runs = {"0": done, "1": done, "2": done, "3": {"a": ("failed", "x"), "b": ("failed", "x"), "c": ("failed", "x"), "last": ("failed", "x")}, "4": {**done, "last": PASS}}
    assert rows(tmp_path, runs, "select check_name, runs, failed, demanding from lone_failures") == [("last", 3, 4, 3)]


def test_checks_that_all_pass_show_no_ability(tmp_path: Path) -> None:
    done = {"a": PASS, "b": PASS, "c": PASS, "last": ("failed", "wrong")}
    assert rows(tmp_path, {"0": done, "1": done, "2": done, "3": {**done, "last": PASS}}, "select * from lone_failures") == []


def test_two_runs_are_no_pattern(tmp_path: Path) -> None:
    done = {"a": PASS, "b": PASS, "c": PASS, "last": ("failed", "wrong")}
    bad: dict[str, Check] = dict.fromkeys(done, ("failed", "x"))
    assert rows(tmp_path, {"0": done, "1": done, "2": bad, "3": {**done, "last": PASS}}, "select * from lone_failures") == []


@pytest.mark.parametrize(("prompt", "nowhere"), [("Write out.json.", 2), ("Write what you find.", 0)], ids=["told", "told nowhere"])
def test_a_missing_file_counts_against_the_run_only_where_its_name_was_told(tmp_path: Path, prompt: str, nowhere: int) -> None:
    runs = {n: {"c": ("failed", "FileNotFoundError: [Errno 2] No such file or directory: '/srv/out.json'")} for n in ("1", "2")}
    assert rows(tmp_path, {**runs, "3": {"c": ("failed", "")}}, "select failed, told, nowhere from failed_runs", prompt) == [(3, 2, nowhere)]


def test_alike_counts_runs_that_delivered(tmp_path: Path) -> None:
    shared: dict[str, Check] = {"c": ("failed", "the last row 17 is wrong")}
    runs: dict[str, dict[str, Check]] = {
        "1": shared,
        "2": {"c": ("failed", "the last row 18 is wrong")},
        "3": shared,
        "4": {"c": ("failed", "/srv/out.json does not exist")},
        "5": {"c": ("failed", "")},
    }
    assert rows(tmp_path, runs, "select check_name, runs, agents, telling, failing, valid from alike_failures") == [("c", 3, 3, 3, 5, 5)]


def test_a_part_that_is_missing_is_work_delivered(tmp_path: Path) -> None:
    runs = {n: {"c": ("failed", "column 'total' does not exist in out.csv")} for n in ("1", "2", "3")}
    assert rows(tmp_path, runs, "select nowhere from failed_runs") == [(0,)]
