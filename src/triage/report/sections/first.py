"""What to do first: the loudest findings about tasks, then infrastructure, each with one action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triage.report.actions import action_of
from triage.report.blocks import Link, Section, Table
from triage.report.build import where_task

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked

MOST = 15


def build(reader: Masked, scope: Scope) -> Section:
    """The first findings of the query `first`, which weighs runs affected, confidence and severity."""
    rows = reader.named("first", where=where_task(scope), limit=MOST)
    cells = [
        [
            n,
            r["what"],
            Link(r["task_id"], f"task:{r['task_id']}") if r["task_id"] else None,
            r["check"],
            r["runs"],
            f"{r['confidence']:.2f}",
            action_of(r["kind"]),
            Link(r["kind"], f"finding:{r['finding_id']}"),
        ]
        for n, r in enumerate(rows, 1)
    ]
    return Section(
        "first", "What to do first", [Table(["", "what", "task", "check", "runs", "sure", "do this", "finding"], cells)] if cells else [], "Nothing is wrong that triage can see."
    )
