"""The check x run matrix of each task, its bottleneck marked."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from triage.report.blocks import Block, Picture, Section, Table
from triage.report.build import where_task

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked

MOST_TASKS = 12
"""Matrices shown in a report about many tasks: those of the most suspicious; every task has its own on its own page."""
MOST_RUNS, MOST_CHECKS = 60, 60
"""Columns and rows of one picture: the first runs, and the checks that pass least; the table has all checks."""
KINDS = {"reference": 0, "noop": 1}
VERDICTS = {"passed": 0, "failed": 1, "ungraded": 2, "invalid": 3}
"""Order of the columns: reference and do-nothing runs first, then those that pass."""
COLUMNS = ["check", "group", "weight", "passed", "95 %", "without it", "role"]


def build(reader: Masked, scope: Scope) -> Section:
    """A heat map and a table of rates for each of the most suspicious tasks."""
    ranked = [r["task_id"] for r in reader.rows("select task_id, max(suspicion) as s from task_suspicion group by 1 order by s desc, task_id", where=where_task(scope))]
    found = matrices(reader, scope)
    chosen = [t for t in ranked if t in found][:MOST_TASKS]
    return Section("matrix", "Which checks decide", [b for task in chosen for b in found[task]], "No checks are recorded.")


def matrices(reader: Masked, scope: Scope) -> dict[str, list[Block]]:
    """Task -> the heat map and the table of each of its versions. Made once: sections and pages of tasks share them."""
    if "matrices" not in reader.kept:
        reader.kept["matrices"] = _make(reader, scope)
    kept: dict[str, list[Block]] = reader.kept["matrices"]
    return kept


def _make(reader: Masked, scope: Scope) -> dict[str, list[Block]]:
    rows = reader.named("checks", {"task": scope.task})
    rank = {
        r["run_id"]: (KINDS.get(r["kind"], 2), VERDICTS.get(r["verdict"], 9), r["run_id"])
        for r in reader.rows("select run_id, task_id, kind, verdict from runs", where=where_task(scope))
    }
    made: dict[str, list[Block]] = {}
    for (task, version), own in groupby(rows, key=lambda r: (r["task_id"], r["task_version"])):
        made.setdefault(task, []).extend(_one(task if version is None else f"{task}@{version[:12]}", list(own), rank))
    return made


def _one(name: str, rows: list[dict[str, Any]], rank: dict[str, tuple[int, int, str]]) -> list[Block]:
    runs = sorted({run for r in rows for run in r["status_by_run"] or {}}, key=lambda run: rank.get(run, (9, 9, run)))
    weakest = {r["check"] for r in sorted(rows, key=lambda r: (r["role"] == "", r["pass_rate"] if r["pass_rate"] is not None else 2.0))[:MOST_CHECKS]}
    letters = {0: "reference", 1: "noop"}
    cells = [
        {"check": r["check"], "run": run, "status": (r["status_by_run"] or {}).get(run), "role": r["role"], "kind": letters.get(rank.get(run, (9,))[0])}
        for r in rows
        if r["check"] in weakest
        for run in runs[:MOST_RUNS]
    ]
    deciding = [r["check"] for r in rows if r["role"] == "bottleneck"]
    words = f"{len(rows)} checks in {len(runs)} runs; " + (f"{deciding[0]} decides the pass rate" if deciding else "no single check decides")
    if len(runs) > MOST_RUNS or len(rows) > MOST_CHECKS:
        words += f"; shown are {min(len(rows), MOST_CHECKS)} checks and {min(len(runs), MOST_RUNS)} runs"
    return [Picture("heatmap", name, cells, words), Table(COLUMNS, [_row(r) for r in rows], "Rates of these checks", True)]


def _row(r: dict[str, Any]) -> list[Any]:
    interval = f"{r['ci_low']:.0%}-{r['ci_high']:.0%}" if r["ci_low"] is not None else None
    without = None if r["pass_rate_without"] is None else f"{r['pass_rate_without']:.0%}"
    return [r["check"], r["group"], r["weight"], f"{r['passed']}/{r['n']}", interval, without, (r["role"] or "").replace("_", " ") or None]
