"""Making a report: which sections there are, the pages of tasks, the runs that links lead to."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from triage import __version__
from triage.report.blocks import Quote, Section
from triage.report.claims import claims, quotes
from triage.report.mask import Masked, masked

if TYPE_CHECKING:
    from triage.report.details import TaskPage
    from triage.store.read import Reader

SECTIONS: tuple[str, ...] = (
    "headline",
    "first",
    "suspects",
    "infrastructure",
    "calibration",
    "effort",
    "matrix",
    "mistakes",
    "graders",
    "leaks",
    "versions",
    "labelling",
    "gates",
    "unknown",
)
"""Modules of triage.report.sections, in order."""

__all__ = ["Report", "Scope", "build", "claims", "quotes", "where_task"]


class Scope(NamedTuple):
    """What a report is about."""

    task: str | None = None
    """One task, or None for everything in the store."""
    quotes: bool = True
    """Whether transcript text may be quoted."""
    redact: bool = True
    """Whether secrets are masked."""
    waivers: tuple[Mapping[str, Any], ...] = ()
    """Waivers of the gate, as triage.gate.read_waivers gives them."""


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
    tasks: list[TaskPage]
    """What there is to say of each task, the most suspicious first."""
    run_index: dict[str, dict[str, Any]]
    """Rows of `runs` by run id: what links to runs lead to."""
    folders: dict[str, str]
    """Task id -> the folder that the task was read from, where there is one."""


def build(reader: Reader, scope: Scope) -> Report:
    """Make the report of a store. Each section reads its own queries, through triage.report.mask."""
    from triage.report.details import pages

    shown: Any = Masked(reader, scope)
    sections = [importlib.import_module(f"triage.report.sections.{name}").build(shown, scope) for name in SECTIONS]
    data = {name: shown.named(name, where=where_task(scope)) for name in ("tasks", "runs", "findings", "clusters")}
    tasks = pages(shown, scope, data)
    for row in data["findings"]:
        row["evidence"] = [_place(e) for e in quotes(row["evidence"], scope)]
    folders = {r["task_id"]: r["path"] for r in shown.rows("select task_id, path from tasks where origin = 'folder' and path is not null order by all", where=where_task(scope))}
    title = f"Task {masked(scope.task) if scope.redact else scope.task}" if scope.task else "Triage report"
    return Report(title, made_at(), __version__, sections, data, scope, tasks, {r["run_id"]: r for r in data["runs"]}, folders)


def _place(quote: Quote) -> dict[str, Any]:
    """A place of evidence with the names of the output contract."""
    fields = quote._asdict()
    return {**{k: v for k, v in fields.items() if k != "text"}, "quote": fields["text"]}


def made_at() -> str:
    """The time of the report: SOURCE_DATE_EPOCH where it is set (for reports that must be equal), else now."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)
    return moment.isoformat(timespec="seconds")


def where_task(scope: Scope) -> str | None:
    """The SQL condition that a scope puts on a query with a task_id column."""
    return None if scope.task is None else "task_id = '" + scope.task.replace("'", "''") + "'"
