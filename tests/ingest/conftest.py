"""Run folders in the plain layout, made for a test."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from triage.ingest import Summary
from triage.pipeline import ingest_and_detect
from triage.store.read import Reader

Make = Callable[..., Path]


@pytest.fixture
def make_run(tmp_path: Path) -> Make:
    """make_run(name, task=..., score=..., text=...) writes one run below tmp_path/runs."""

    def make(name: str, task: str = "t", score: float = 0.0, text: str = "Done.", root: str = "runs", **meta: object) -> Path:
        folder = tmp_path / root / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "run.json").write_text(json.dumps({"run_id": name, "task": task, "model": "m", **meta}))
        lines = [{"role": "user", "content": "Do it."}, {"role": "assistant", "content": text}]
        (folder / "transcript.jsonl").write_text("".join(json.dumps(x) + "\n" for x in lines))
        (folder / "grader.json").write_text(json.dumps({"score": score, "checks": [{"name": "c", "status": "passed" if score else "failed"}]}))
        return folder

    return make


class Store:
    """A store beside the test's runs."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def ingest(self, *paths: Path | str, **options: object) -> Summary:
        """Ingest and detect in this process."""
        options.setdefault("jobs", 1)
        return ingest_and_detect([str(p) for p in paths], self.path, **options)[0]  # type: ignore[arg-type]

    def rows(self, sql: str) -> list[dict[str, object]]:
        """Rows of a query."""
        with Reader(self.path) as reader:
            return reader.rows(sql)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store."""
    return Store(tmp_path / "t.duckdb")
