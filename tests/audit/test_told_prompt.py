"""The prompt of a task is what its runs were given, also where the task's folder has another by now."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

from triage.pipeline import ingest_and_detect

GIVEN = "Bake the bread at 200 degrees."


@pytest.mark.parametrize(
    ("folder", "told"),
    [
        ("Bake the bread at 200 degrees. Let it cool on a rack.", GIVEN),
        ("Bake  the bread\nat 200 degrees.", "Bake  the bread\nat 200 degrees."),
    ],
    ids=["extended since", "only wrapped otherwise"],
)
def test_what_the_runs_were_given_stands(tmp_path: Path, folder: str, told: str) -> None:
    trial = tmp_path / "runs" / "r1" / "bread" / "bread.1-of-1.r1"
    trial.mkdir(parents=True)
    record = {"trial_name": trial.name, "task_id": "bread", "instruction": GIVEN, "is_resolved": False, "failure_mode": "unset", "parser_results": {"test_crust": "failed"}}
    (trial / "results.json").write_text(json.dumps(record))
    task = tmp_path / "tasks" / "bread"
    task.mkdir(parents=True)
    (task / "task.yaml").write_text("instruction: " + json.dumps(folder) + "\nparser_name: pytest\n")
    (task / "run-tests.sh").write_text("pytest tests\n")
    ingest_and_detect([str(tmp_path / "runs"), str(tmp_path / "tasks")], tmp_path / "t.duckdb", jobs=1)
    with duckdb.connect(str(tmp_path / "t.duckdb"), read_only=True) as db:
        assert db.execute("select task_id, prompt, origin from tasks").fetchall() == [("bread", told, "folder")]
