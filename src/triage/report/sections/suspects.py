"""Tasks by suspicion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triage.report.blocks import Link, Section, Table
from triage.report.build import where_task

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked


def build(reader: Masked, scope: Scope) -> Section:
    """One row a task version, the most suspicious first."""
    rows = reader.named("tasks", where=where_task(scope))
    cells = [
        [
            Link(f"{r['task_id']}" + (f"@{r['task_version'][:12]}" if r["task_version"] else ""), f"task:{r['task_id']}"),
            round(r["suspicion"], 2),
            ", ".join(r["reasons"][:4]),
            f"{r['passed']}/{r['valid']}",
            f"{r['ci_low']:.0%}-{r['ci_high']:.0%}" if r["valid"] else None,
            r["invalid"],
            r["calibration"],
            ", ".join(r["flagged_checks"][:4]),
            r["unread"],
        ]
        for r in rows
    ]
    return Section(
        "suspects",
        "Tasks by suspicion",
        [
            Table(
                ["task", "suspicion", "reasons", "passed", "95 %", "invalid", "band", "checks", "unread"],
                cells,
                "Suspicion: how far task, prompt or grader, not the agents, explain the failures.",
            )
        ]
        if cells
        else [],
        "There are no tasks.",
    )
