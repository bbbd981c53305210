"""The project's own cases (tests/cases/tasks/cases.jsonl): due findings are there, named false alarms are not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import case_render
import case_score
import pytest

CASES = Path(__file__).parent / "cases.jsonl"


def _triage(*args: str) -> str:
    done = subprocess.run([sys.executable, "-m", "triage", *args], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode in (0, 1, 3), done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> case_score.Result:
    """The score of all cases over one store."""
    folder = tmp_path_factory.mktemp("cases")
    cases: list[dict[str, Any]] = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    for case in cases:
        case_render.write(case, folder)
    db = str(folder / "cases.duckdb")
    _triage("ingest", "--quiet", "--db", db, str(folder / "tasks"), str(folder / "runs"))
    said = {what: json.loads(_triage(what, "--db", db, "--format", "json", *more)) for what, more in (("findings", ()), ("runs", ()), ("gate", ("--all",)))}
    return case_score.score(cases, said["findings"], said["runs"], said["gate"])


def test_due_findings_are_there(result: case_score.Result) -> None:
    assert len(result.missed) <= 0.1 * result.expected, "\n".join(result.missed)


def test_named_false_alarms_are_not(result: case_score.Result) -> None:
    assert len(result.alarms) <= 0.03 * result.named, "\n".join(result.alarms)


def test_few_loud_findings_that_nobody_named(result: case_score.Result) -> None:
    assert len(result.extras) <= 0.3 * result.cases, "\n".join(result.extras)
