"""Pipes, sockets and devices in a folder of runs are never waited for; odd values never stop a report."""

from __future__ import annotations

import os
import socket
import tarfile
import zipfile
from pathlib import Path

import pytest

from triage.formats import files
from triage.report.build import Scope, build
from triage.store.read import Reader

from .conftest import Make, Store

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["run.json", "transcript.jsonl", "grader.json", "grader.log"])
def test_a_pipe_in_a_run_is_not_waited_for(name: str, make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("good")
    folder = make_run("odd")
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)
    store.ingest(tmp_path / "runs")
    assert "good" in {r["run_id"] for r in store.rows("select run_id from runs")}


def test_a_device_is_not_read(make_run: Make, store: Store, tmp_path: Path) -> None:
    folder = make_run("odd")
    (folder / "grader.log").symlink_to("/dev/zero")
    store.ingest(tmp_path / "runs")
    assert store.rows("select run_id from runs") == [{"run_id": "odd"}]


def test_pipes_and_sockets_beside_runs(make_run: Make, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_run("good")
    os.mkfifo(tmp_path / "runs" / "results.csv")
    monkeypatch.chdir(tmp_path / "runs")  # the path of a socket may not be long
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("s.jsonl")
        store.ingest(tmp_path / "runs")
    assert store.rows("select run_id from runs") == [{"run_id": "good"}]


def test_a_pipe_has_no_bytes(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p")
    with pytest.raises(OSError, match="no regular file"):
        files.open_bytes(tmp_path / "p")


def test_what_is_wrong_with_an_archive_is_one_line(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("good")
    (tmp_path / "runs" / "no.tar.gz").write_bytes(b"no archive at all" * 100)
    with zipfile.ZipFile(tmp_path / "runs" / "twice.zip", "w") as archive:
        archive.writestr("a", "x")
        archive.writestr("a/b", "x")
    with tarfile.open(tmp_path / "runs" / "empty.tar", "w"):
        pass
    store.ingest(tmp_path / "runs")
    told = [str(r["what"]) for r in store.rows("select what from problems")]
    assert any("damaged" in t for t in told)
    assert not [t for t in told if "\n" in t or "/tmp/" in t]


@pytest.mark.parametrize("when", ["99999-12-31", "infinity", "0001-01-01", "-infinity", "0000-00-00"])
def test_a_report_with_runs_of_no_possible_time(when: str, make_run: Make, store: Store, tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        make_run(name, started_at="2026-01-01T00:00:00Z" if name == "a" else when, ended_at=when)
    store.ingest(tmp_path / "runs")
    with Reader(store.path) as reader:
        assert build(reader, Scope())
