"""Ingesting again: only what changed is read, what vanished is kept, order plays no part."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

from triage.ingest.walk import Unit, Walker

from .conftest import Make, Store


def _age(folder: Path, seconds: float = 60) -> None:
    """Make files look older than the moment in which a change could hide within the clock's resolution."""
    then = time.time() - seconds
    for path in folder.rglob("*"):
        os.utime(path, (then, then))


def test_unchanged_is_not_read(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("a")
    make_run("b")
    _age(tmp_path / "runs")
    assert store.ingest(tmp_path / "runs").runs == 2
    again = store.ingest(tmp_path / "runs")
    assert (again.runs, again.unchanged) == (0, 2)


def test_touched_but_equal_is_not_read(make_run: Make, store: Store, tmp_path: Path) -> None:
    folder = make_run("a")
    _age(tmp_path / "runs")
    store.ingest(tmp_path / "runs")
    os.utime(folder / "run.json")
    again = store.ingest(tmp_path / "runs")
    assert (again.runs, again.unchanged) == (0, 1)


def test_changed_replaces(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("a", text="first")
    store.ingest(tmp_path / "runs")
    make_run("a", text="second", score=1.0)
    assert store.ingest(tmp_path / "runs").runs == 1
    assert [r["text"] for r in store.rows("select text from steps where role = 'assistant'")] == ["second"]
    assert store.rows("select verdict from runs") == [{"verdict": "passed"}]


def test_vanished_is_kept_and_marked(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("a")
    folder = make_run("b")
    store.ingest(tmp_path / "runs")
    shutil.rmtree(folder)
    assert store.ingest(tmp_path / "runs").vanished == 1
    assert store.rows("select count(*) as n from runs") == [{"n": 2}]
    assert [r["vanished"] for r in store.rows("select vanished from sources order by path")] == [False, True]


def test_order_plays_no_part(make_run: Make, tmp_path: Path) -> None:
    for n in range(4):
        make_run(f"r{n}", task=f"t{n % 2}", score=float(n % 2), root=f"part{n % 2}")
    forth, back = Store(tmp_path / "1.duckdb"), Store(tmp_path / "2.duckdb")
    forth.ingest(tmp_path / "part0", tmp_path / "part1")
    back.ingest(tmp_path / "part1")
    back.ingest(tmp_path / "part0")
    for sql in ("select run_id, task_id, attempt, verdict, score from runs order by run_id", "select finding_id, kind, evidence from findings order by finding_id"):
        assert forth.rows(sql) == back.rows(sql)


def test_two_runs_with_one_id_are_both_kept(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("x/a", text="one")
    make_run("y/a", text="two")
    for folder in ("x", "y"):
        path = tmp_path / "runs" / folder / "a" / "run.json"
        path.write_text(path.read_text().replace(f"{folder}/a", "same"))
    store.ingest(tmp_path / "runs")
    assert [r["run_id"] for r in store.rows("select run_id from runs order by run_id")] == ["same", "same~2"]
    assert store.rows("select run_id, text from steps where role = 'assistant' order by run_id") == [{"run_id": "same", "text": "one"}, {"run_id": "same~2", "text": "two"}]
    assert store.rows("select kind from problems") == [{"kind": "duplicate_run"}]


def test_labels_survive_a_new_store(make_run: Make, tmp_path: Path) -> None:
    make_run("a")
    labels = tmp_path / "labels"
    labels.mkdir()
    line = '{"label_id": "l1", "run_id": "a", "verdict": "infra", "origin": "read", "annotator": "ann", "at": "2026-01-01T00:00:00Z", "blind": false}\n'
    (labels / "ann.jsonl").write_text(line)
    for name in ("1.duckdb", "2.duckdb"):
        store = Store(tmp_path / name)
        store.ingest(tmp_path / "runs", labels=labels)
        assert store.rows("select verdict, automatic_verdict, invalid_kind from runs") == [{"verdict": "invalid", "automatic_verdict": "failed", "invalid_kind": "label.infra"}]


def test_an_unchanged_folder_is_not_recognised_again(make_run: Make, tmp_path: Path) -> None:
    folder = make_run("a")
    (unit,) = [u for u in Walker({}).walk(tmp_path / "runs", "runs") if isinstance(u, Unit)]
    again = Walker({unit.key: (unit.stat, unit.format)})
    again.formats = []
    assert list(again.walk(tmp_path / "runs", "runs")) == [unit]
    (folder / "run.json").unlink()
    changed = Walker({unit.key: (unit.stat, unit.format)})
    assert unit.path not in [u.path for u in changed.walk(tmp_path / "runs", "runs") if isinstance(u, Unit)]
