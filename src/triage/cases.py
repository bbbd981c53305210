"""Detector cases: situations in which a detector must fire or stay silent, as data in tests/cases/detectors/<id>.toml.

    [fires."account out of credits"]
    events = [{ channel = "agent_event", type = "result", text = "Credit balance is too low", is_terminal = true }]
    at = [3]                 steps of the evidence (optional)
    runs_found = ["r1"]      runs of the findings or of their evidence (optional)
    checks_found = ["c"]     checks of the findings (optional)
    severity = "invalid"     severity, quote, status (optional)

    [silent."only a notice"]
    events = [...]

A detector that reads other detectors' findings or verdicts names them in its header: `-- needs: grader.no_tests_ran ...`.

Tables: runs, steps, tool_calls, events, checks, tasks, task_files, task_checks, task_bugs; columns of triage.model.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from triage.catalogue import Query
from triage.detect import detect
from triage.store.fixture import NAMES, make_store

WANTED = ("at", "runs_found", "checks_found", "severity", "quote", "status")


class Case(NamedTuple):
    """One situation."""

    detector: str
    """The detector's id."""
    name: str
    """What the situation is."""
    fires: bool
    """Whether the detector must fire."""
    tables: dict[str, list[dict[str, Any]]]
    """The rows."""
    wanted: dict[str, Any]
    """What the findings must say."""


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of one file."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    for group in ("fires", "silent"):
        for name, case in data.get(group, {}).items():
            tables = {k: v for k, v in case.items() if k in NAMES}
            yield Case(path.stem, name, group == "fires", tables, {k: v for k, v in case.items() if k not in NAMES})


def failures(case: Case, query: Query) -> list[str]:
    """What is wrong with the detector in this situation; empty where it does as wanted."""
    import orjson

    db = make_store(case.tables, derive=False)
    try:
        detected = detect(db, only={query.id, *query.fields.get("needs", "").split()})
        if detected.errors:
            return detected.errors
        rows = db.execute(
            "SELECT run_id, check_name, severity, status, evidence FROM findings WHERE detector = ? AND status = coalesce(?, 'match')", [query.id, case.wanted.get("status")]
        ).fetchall()
    finally:
        db.close()
    if not case.fires:
        return [f"fires though it must be silent: {rows[0]}"] if rows else []
    if not rows:
        return ["stays silent though it must fire"]
    places = [p for row in rows for p in orjson.loads(row[4])]
    found = {
        "at": sorted({p["step"] for p in places if p["step"] is not None}),
        "runs_found": sorted({r[0] for r in rows if r[0]} or {p["run_id"] for p in places if p["run_id"]}),
        "checks_found": sorted({r[1] for r in rows if r[1]}),
        "severity": rows[0][2],
        "status": rows[0][3],
    }
    wrong = [f"{key}: {found[key]!r} instead of {wanted!r}" for key, wanted in case.wanted.items() if key in found and found[key] != wanted]
    quote = case.wanted.get("quote")
    if quote is not None and not any(quote in (p["quote"] or "") for p in places):
        wrong.append(f"no evidence holds {quote!r}")
    return wrong + [f"unknown key {k!r}" for k in case.wanted if k not in WANTED]
