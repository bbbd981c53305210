"""The ship gate of each task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triage.gate import CONDITIONS, decide
from triage.report.blocks import Link, Section, Table

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked


def build(reader: Masked, scope: Scope) -> Section:
    """One row a task, its newest version: the verdict and the six conditions."""
    newest = {f["task_id"]: f for f in reader.named("gate_facts", {"task": scope.task})}
    cells = []
    for facts in newest.values():
        gate = decide(facts, scope.waivers)
        held = "; ".join(c.detail for c in gate.conditions if c.state == "fail")
        cells.append([Link(gate.task_id, f"task:{gate.task_id}"), gate.task_version, gate.verdict, *(c.state for c in gate.conditions), held or None])
    return Section("gates", "May it ship?", [Table(["task", "version", "verdict", *CONDITIONS, "held because"], cells)] if cells else [], "There are no tasks.")
