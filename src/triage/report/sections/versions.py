"""Versions of tasks: what changed and what it did to the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triage.redact import redact
from triage.report.blocks import Block, Diff, Link, Picture, Section, Table
from triage.report.build import where_task

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.store.read import Reader


def build(reader: Reader, scope: Scope) -> Section:
    """One row a change of version, and the prompt diff where the score moved."""
    rows = reader.rows("select * from version_changes order by fisher_p, task_id", where=where_task(scope))
    blocks: list[Block] = []
    if rows:
        points = [{"task": r["task_id"], "version": v or "?", "rate": k / n if n else None, "n": n, "place": place} for r in rows for place, (v, k, n) in enumerate(((r["old_version"], r["passed_old"], r["valid_old"]), (r["new_version"], r["passed_new"], r["valid_new"])))]
        blocks.append(Picture("versions", "Pass rate over versions", points, "; ".join(f"{r['task_id']}: {r['verdict']}" for r in rows[:6])))
        blocks.append(Table(["task", "from", "to", "verdict", "changed"], [[Link(r["task_id"], f"task:{r['task_id']}"), r["old_version"], r["new_version"], r["verdict"], ", ".join(r["changed"])] for r in rows]))
        for r in rows:
            if r["fisher_p"] < 0.1 and r["prompt_diff"] and scope.quotes:
                text = redact(r["prompt_diff"]) if scope.redact else r["prompt_diff"]
                blocks.append(Diff(f"{r['task_id']}: prompt of {r['old_version']} -> {r['new_version']}", text.splitlines()[:80]))
    return Section("versions", "Versions", blocks, "No task has runs of two versions.")
