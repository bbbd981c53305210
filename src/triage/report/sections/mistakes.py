"""Mistakes that repeat, whether what was enforced was disclosed, and the sentence proposed for the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triage.report.blocks import Block, Link, Section, Table
from triage.report.build import claims, where_task

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked

MOST = 40


def build(reader: Masked, scope: Scope) -> Section:
    """Contract findings as claims, then the clusters."""
    blocks: list[Block] = list(claims(reader.named("contracts", where=where_task(scope)), scope, MOST))
    rows = reader.rows("select * from clusters order by runs_affected desc, cluster_id", where=where_task(scope), limit=3 * MOST)
    cells = [
        [
            Link(r["task_id"], f"task:{r['task_id']}"),
            r["check_name"],
            f"{r['runs_affected']}/{r['failing_runs']}",
            None if r["agreement"] is None else f"{r['agreement']:.0%}",
            r["expected_value"],
            r["wrong_value"],
            r["disclosure"],
            Link(r["representative"], f"run:{r['representative']}") if r["representative"] else None,
        ]
        for r in rows
    ]
    if cells:
        blocks.append(Table(["task", "check", "runs", "agree", "expected", "got", "disclosure", "read this one"], cells, "Failures of different runs that are the same mistake."))
    return Section("mistakes", "Repeated mistakes", blocks, "No mistake repeats.")
