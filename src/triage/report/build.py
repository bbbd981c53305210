"""Making a report: which sections there are, and the claims that they share."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from triage import __version__
from triage.report.actions import action_of
from triage.report.blocks import Claim, Quote, Section

if TYPE_CHECKING:
    from triage.store.read import Reader

SECTIONS: tuple[str, ...] = ("headline", "first", "suspects", "infrastructure", "calibration", "matrix", "mistakes", "graders", "leaks", "versions", "labelling", "gates", "unknown")
"""Modules of triage.report.sections, in order."""


class Scope(NamedTuple):
    """What a report is about."""

    task: str | None = None
    """One task, or None for everything in the store."""
    quotes: bool = True
    """Whether transcript text may be quoted."""
    redact: bool = True
    """Whether secrets are masked."""


class Report(NamedTuple):
    """A made report."""

    title: str
    """Its heading."""
    made_at: str
    """ISO 8601, UTC."""
    version: str
    """Of triage."""
    sections: list[Section]
    """Its sections, empty ones included."""
    data: dict[str, Any]
    """The tables behind it, as in the output contracts: runs, tasks, findings, clusters."""
    scope: Scope
    """What it is about."""


def build(reader: Reader, scope: Scope) -> Report:
    """Make the report of a store. Each section reads its own query; one that fails is told, not fatal."""
    sections = []
    for name in SECTIONS:
        module = importlib.import_module(f"triage.report.sections.{name}")
        sections.append(module.build(reader, scope))
    where = None if scope.task is None else "task_id = '" + scope.task.replace("'", "''") + "'"
    data = {name: reader.named(name, where=where) for name in ("tasks", "runs", "findings", "clusters")}
    for row in data["findings"]:
        row["evidence"] = [e._asdict() for e in quotes(row["evidence"], scope)]
    title = f"Task {scope.task}" if scope.task else "Triage report"
    return Report(title, datetime.now(UTC).isoformat(timespec="seconds"), __version__, sections, data, scope)


def where_task(scope: Scope) -> str | None:
    """The SQL condition that a scope puts on a query with a task_id column."""
    return None if scope.task is None else "task_id = '" + scope.task.replace("'", "''") + "'"


def quotes(evidence: str | None, scope: Scope) -> list[Quote]:
    """The places of a finding's evidence, masked or without text as the scope wants it."""
    from triage.redact import redact

    made = []
    for place in orjson.loads(evidence or "[]"):
        text = (place.get("quote") or "") if scope.quotes else ""
        made.append(Quote(place.get("run_id"), place.get("step"), place.get("channel"), redact(text) if scope.redact else text, place.get("file"), place.get("line")))
    return made


def claims(rows: Iterable[Mapping[str, Any]], scope: Scope, most: int | None = None) -> list[Claim]:
    """Findings (rows of the query `findings`) as claims."""
    made = []
    for f in rows:
        about = f["run_id"] or f["task_id"] or ""
        if f["scope"] == "task" and f["task_version"]:
            about += f"@{f['task_version']}"
        if f["check"]:
            about += f", check {f['check']}"
        counts = f"{f['runs_affected']} of {f['runs_total']} runs" if f["runs_total"] else f"{f['runs_affected']} runs" if f["runs_affected"] else ""
        made.append(Claim(f["finding_id"], f["kind"], f["severity"], f["confidence"], about, f["title"], f["explanation"], counts, quotes(f["evidence"], scope), action_of(f["kind"])))
        if most is not None and len(made) >= most:
            break
    return made
