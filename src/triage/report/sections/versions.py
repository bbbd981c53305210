"""Versions of tasks: what changed and what it did to the score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from triage.audit.stats import wilson
from triage.report.blocks import Block, Diff, Link, Picture, Section, Table
from triage.report.build import where_task

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked


def build(reader: Masked, scope: Scope) -> Section:
    """One row a change of version, and the prompt diff where the score moved."""
    rows = reader.rows("select * from version_changes order by fisher_p, task_id", where=where_task(scope))
    blocks: list[Block] = []
    if rows:
        points = [
            point
            for r in rows[:MOST]
            for point in (_point(r, 0, r["old_version"], r["passed_old"], r["valid_old"]), _point(r, 1, r["new_version"], r["passed_new"], r["valid_new"]))
        ]
        blocks.append(Picture("versions", "Pass rate over versions", points, "; ".join(f"{r['task_id']}: {r['verdict']}" for r in rows[:6])))
        blocks.append(
            Table(
                ["task", "from", "to", "verdict", "changed"],
                [[Link(r["task_id"], f"task:{r['task_id']}"), r["old_version"], r["new_version"], r["verdict"], ", ".join(r["changed"])] for r in rows],
            )
        )
        for r in rows:
            if r["fisher_p"] < 0.1 and r["prompt_diff"]:
                blocks.append(Diff(f"{r['task_id']}: prompt of {r['old_version']} -> {r['new_version']}", r["prompt_diff"].splitlines()[:80]))
    return Section("versions", "Versions", blocks, "No task has runs of two versions.")


MOST = 12
"""Changes drawn; the table has all."""


def _point(row: dict[str, Any], place: int, version: str | None, passed: int, n: int) -> dict[str, Any]:
    low, high = wilson(passed, n)
    return {"task": row["task_id"], "version": (version or "?")[:12], "rate": passed / n if n else None, "low": low, "high": high, "n": n, "place": place}
