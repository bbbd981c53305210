"""Queries that lie in ./queries reach nothing but the store, and are told of."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HEADER = "-- title: theirs\n-- kind: theirs.kind\n-- severity: note\n"

pytestmark = pytest.mark.slow


def ingest(folder: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    runs = folder / "runs" / "a"
    runs.mkdir(parents=True, exist_ok=True)
    (runs / "run.json").write_text(json.dumps({"run_id": "a", "task": "t"}))
    known = {k: v for k, v in os.environ.items() if k != "TRIAGE_QUERIES"}
    return subprocess.run([sys.executable, "-m", "triage", "ingest", "runs"], cwd=folder, env={**known, **(env or {})}, capture_output=True, text=True, check=False)


def overlay(folder: Path, group: str, name: str, sql: str) -> None:
    (folder / "queries" / group).mkdir(parents=True, exist_ok=True)
    (folder / "queries" / group / f"{name}.sql").write_text(HEADER + sql)


@pytest.mark.parametrize(
    "sql",
    [
        "select run_id, content as quote from run_records, read_text('secret.txt')",
        "select run_id from run_records; copy (select 1) to 'written.csv'",
        "select run_id from run_records; delete from store.main.run_records",
        "select run_id from run_records; set enable_external_access = true",
        "select 1; attach 'written.duckdb'",
    ],
)
def test_a_detector_reaches_the_store_only(sql: str, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    overlay(tmp_path, "detectors", "theirs", sql)
    done = ingest(tmp_path)
    assert "detector theirs" in done.stderr
    assert done.returncode == 3
    assert sorted(p.name for p in tmp_path.iterdir()) == ["queries", "runs", "secret.txt", "triage.duckdb"]
    assert "secret" not in subprocess.run([sys.executable, "-m", "triage", "findings", "--format", "json"], cwd=tmp_path, capture_output=True, text=True, check=False).stdout


def test_a_view_is_one_statement(tmp_path: Path) -> None:
    overlay(tmp_path, "views", "theirs", "select 1 as x; copy (select 1) to 'written.csv'")
    done = ingest(tmp_path)
    assert done.returncode == 5
    assert "one statement" in done.stderr
    assert not (tmp_path / "written.csv").exists()


def test_they_are_told_of_and_can_be_left_out(tmp_path: Path) -> None:
    overlay(tmp_path, "detectors", "theirs", "select run_id, 'x' as quote from run_records")
    assert "1 queries in ./queries count" in ingest(tmp_path).stderr
    assert "./queries" not in ingest(tmp_path, {"TRIAGE_QUERIES": "queries"}).stderr
    assert "./queries" not in ingest(tmp_path, {"TRIAGE_QUERIES": ""}).stderr
    left = subprocess.run([sys.executable, "-m", "triage", "findings", "--kind", "theirs.*", "--format", "json"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert json.loads(left.stdout) == []


def test_a_checkout_of_the_same_queries_is_not_spoken_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    from triage.catalogue import builtin_folder, unasked

    shutil.copytree(builtin_folder("queries"), tmp_path / "queries")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TRIAGE_QUERIES", raising=False)
    assert unasked() is None
    (tmp_path / "queries" / "detectors" / "own.kind.sql").write_text("-- title: Own\nselect 1", encoding="utf-8")
    assert "count beside" in (unasked() or "")
