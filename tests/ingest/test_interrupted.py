"""A killed ingest, a locked store, a full disk, a store of another version."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from triage.errors import StoreError
from triage.store.connect import open_store
from triage.store.read import Reader
from triage.store.write import Writer

from .conftest import Make, Store


def _triage(*args: str) -> list[str]:
    return [sys.executable, "-m", "triage", *args]


def test_kill_loses_at_most_the_shard_in_work(make_run: Make, store: Store, tmp_path: Path) -> None:
    for n in range(900):
        make_run(f"r{n:04}", text="word " * 200)
    process = subprocess.Popen(_triage("ingest", str(tmp_path / "runs"), "--db", str(store.path), "-q", "-j", "2"), start_new_session=True)
    for _ in range(200):
        if store.path.exists() and list(tmp_path.glob(".triage-shards-*/*/manifest.json")):
            break
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    with Writer(store.path).db as db:  # what is there is whole: no run without its steps
        assert db.execute("select count(*) from run_records where run_id not in (select run_id from steps)").fetchone() == (0,)
    summary = store.ingest(tmp_path / "runs")
    assert summary.runs + summary.unchanged == 900
    assert store.rows("select count(*) as n, count(distinct run_id) as d from runs") == [{"n": 900, "d": 900}]
    assert store.rows("select count(*) as n from steps") == [{"n": 1800}]
    assert not list(tmp_path.glob(".triage-shards-*"))


def test_locked_store_says_who_and_exits_5(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("a")
    store.ingest(tmp_path / "runs")
    holder = subprocess.Popen(
        [sys.executable, "-c", f"from triage.store.write import Writer; from pathlib import Path; w = Writer(Path({str(store.path)!r})); print('held', flush=True); input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    holder.stdout.readline()
    for command in (["runs"], ["ingest", str(tmp_path / "runs")]):
        done = subprocess.run(_triage(*command, "--db", str(store.path)), capture_output=True, text=True)
        assert done.returncode == 5
        assert f"process {holder.pid}" in done.stderr
        assert "Traceback" not in done.stderr
    holder.communicate(b"\n")


def test_readers_work_beside_each_other(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("a")
    store.ingest(tmp_path / "runs")
    with Reader(store.path) as one, Reader(store.path) as two:
        assert one.rows("select 1 as x") == two.rows("select 1 as x")


def test_full_disk_is_told(make_run: Make, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_run("a")
    store.ingest(tmp_path / "runs")
    make_run("b")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pyarrow.OSFile", full)
    with pytest.raises(StoreError, match="No space left"):
        store.ingest(tmp_path / "runs")
    monkeypatch.undo()
    store.ingest(tmp_path / "runs")
    assert store.rows("select count(*) as n from runs") == [{"n": 2}]


def test_older_schema_is_put_aside_and_made_anew(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("a")
    store.ingest(tmp_path / "runs")
    db = open_store(store.path, write=True)
    db.execute("update meta set value = '0' where key = 'schema'")
    db.close()
    with pytest.raises(StoreError, match="another version"):
        Reader(store.path)
    summary = store.ingest(tmp_path / "runs")
    assert summary.rebuilt_from == f"{store.path}.schema0"
    assert Path(f"{store.path}.schema0").exists()
    assert store.rows("select count(*) as n from runs") == [{"n": 1}]


@pytest.mark.parametrize("content", [b"not a database at all", b""])
def test_no_store(content: bytes, store: Store) -> None:
    store.path.write_bytes(content)
    with pytest.raises(StoreError):
        Reader(store.path)


def test_missing_store_says_how_to_make_one(tmp_path: Path) -> None:
    done = subprocess.run(_triage("runs", "--db", str(tmp_path / "none.duckdb")), capture_output=True, text=True)
    assert done.returncode == 5
    assert "triage ingest" in done.stderr


def test_ctrl_c_is_said_once_and_leaves_a_store_that_can_be_read(make_run: Make, store: Store, tmp_path: Path) -> None:
    for n in range(900):
        make_run(f"r{n:04}", text="word " * 200)
    command = _triage("ingest", str(tmp_path / "runs"), "--db", str(store.path), "-q", "-j", "2")
    process = subprocess.Popen(command, start_new_session=True, stderr=subprocess.PIPE)
    for _ in range(200):
        if store.path.exists():
            break
        time.sleep(0.02)
    time.sleep(0.3)
    os.killpg(process.pid, signal.SIGINT)  # what a terminal does: workers get it too
    _, told = process.communicate(timeout=60)
    assert process.returncode in (0, 3)
    assert b"Traceback" not in told
    assert b"should not have" not in told
    assert store.rows("select count(*) as n from runs")
    store.ingest(tmp_path / "runs")
    assert store.rows("select count(*) as n from runs") == [{"n": 900}]


def test_a_store_is_made_whole_or_not_at_all(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("a")
    script = f"import os, triage.store.connect as c\nfrom pathlib import Path\nc.renew_views = lambda db: os._exit(9)\nc.open_store(Path({str(store.path)!r}), write=True)"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 9
    assert not store.path.exists()
    store.ingest(tmp_path / "runs")
    assert store.rows("select count(*) as n from runs") == [{"n": 1}]
    assert not list(tmp_path.glob(".t.duckdb*"))


def test_files_that_a_killed_process_spilled_go(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("a")
    spill = tmp_path / f"{store.path.name}.spill"
    spill.mkdir()
    (spill / "duckdb_temp_1.tmp").write_bytes(b"x")
    store.ingest(tmp_path / "runs")
    assert not spill.exists()


def test_memory_of_the_writer_is_bounded(store: Store) -> None:
    """A sort of more than the limit goes to files beside the store, and succeeds."""
    writer = Writer(store.path)
    writer.db.execute("SET memory_limit = '120MB'")
    writer.db.execute("CREATE TEMP TABLE wide AS SELECT md5(i::VARCHAR) || repeat(md5(i::VARCHAR), 19) AS t FROM range(300000) s(i)")
    assert writer.db.execute("SELECT count(*) FROM (SELECT t FROM wide ORDER BY t OFFSET 1)").fetchone() == (299999,)
    assert list(store.path.parent.glob(f"{store.path.name}.spill/*"))
    writer.close()
    assert not list(store.path.parent.glob(f"{store.path.name}.spill"))


def test_a_detector_that_needs_more_memory_gets_it(store: Store) -> None:
    from triage.catalogue import Query
    from triage.store import aside, findings

    writer = Writer(store.path)
    writer.db.execute("SET memory_limit = '30MB'")
    aside.begin(writer.db)
    sql = "SELECT 'r' AS task_id, NULL AS task_version, count(*)::VARCHAR AS quote, 'x' AS channel, 1 AS step FROM (SELECT list(md5(i::VARCHAR)) AS all_of_it FROM range(600000) s(i)) WHERE len(all_of_it) > 1"
    query = Query("big", "detectors", "Big", {"kind": "grader.crashes", "severity": "note", "confidence": "0.5", "scope": "task"}, "", sql, "big.sql", "1")
    with pytest.raises(duckdb.OutOfMemoryException):
        writer.db.execute(sql)
    assert findings.run_detector(writer.db, query) == 1
    assert findings.failed(writer.db) == []
    limit = writer.db.execute("SELECT current_setting('memory_limit')").fetchone()
    assert limit is not None
    assert limit[0].startswith("28")
    writer.close()
