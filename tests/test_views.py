"""The ready-made views, opened by DuckDB alone under another name: what its command line and Harlequin do."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb

from triage.catalogue import load
from triage.pipeline import ingest_and_detect


def test_views_open_without_triage(tmp_path: Path) -> None:
    run = tmp_path / "runs" / "one"
    run.mkdir(parents=True)
    (run / "run.json").write_text(json.dumps({"run_id": "one", "task": "t", "model": "m"}))
    (run / "grader.json").write_text(json.dumps({"score": 0, "checks": [{"name": "c", "status": "failed"}]}))
    ingest_and_detect([str(tmp_path / "runs")], tmp_path / "made here.duckdb", jobs=1)
    moved = (tmp_path / "made here.duckdb").rename(tmp_path / "other name.duckdb")
    with duckdb.connect(str(moved), read_only=True) as db:
        for view in load("views"):
            db.execute(f'select * from "{view.id}"').fetchall()
        assert db.execute("select run_id, verdict from runs").fetchall() == [("one", "failed")]
