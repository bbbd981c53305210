"""The check x run matrix of each task, its bottleneck marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triage.report.blocks import Block, Picture, Section, Table

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.store.read import Reader

MOST_TASKS = 12
"""Matrices shown in a report about many tasks: those of the most suspicious; every task has its own on its own report."""


def build(reader: Reader, scope: Scope) -> Section:
    """A heat map and a table of rates for each of the most suspicious tasks."""
    chosen = [scope.task] if scope.task else [r["task_id"] for r in reader.rows("select task_id, max(suspicion) as s from task_suspicion group by 1 order by s desc, task_id", limit=MOST_TASKS)]
    blocks: list[Block] = []
    for task in chosen:
        rows = reader.named("checks", {"task": task})
        for version in dict.fromkeys(r["task_version"] for r in rows):
            own = [r for r in rows if r["task_version"] == version]
            cells = [{"check": r["check"], "run": run, "status": status, "role": r["role"]} for r in own for run, status in (r["status_by_run"] or {}).items()]
            name = task if version is None else f"{task}@{version[:12]}"
            deciding = [r["check"] for r in own if r["role"] == "bottleneck"]
            words = f"{len(own)} checks; " + (f"{deciding[0]} decides the pass rate" if deciding else "no single check decides")
            blocks.append(Picture("heatmap", name, cells, words))
            blocks.append(Table(["check", "group", "weight", "passed", "95 %", "without it", "role"], [[r["check"], r["group"], r["weight"], f"{r['passed']}/{r['n']}", f"{r['ci_low']:.0%}-{r['ci_high']:.0%}", None if r["pass_rate_without"] is None else f"{r['pass_rate_without']:.0%}", r["role"] or None] for r in own], name))
    return Section("matrix", "Which checks decide", blocks, "No checks are recorded.")
