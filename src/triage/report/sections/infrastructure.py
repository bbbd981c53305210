"""Runs that infrastructure decided: by kind and suite, and what they do to the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triage.report.blocks import Block, Link, Section, Table
from triage.report.build import claims

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.store.read import Reader

EXAMPLES = 2
"""Claims shown for each kind; the rest is counted."""


def build(reader: Reader, scope: Scope) -> Section:
    """Counts per kind and suite, and examples with their evidence."""
    kinds = reader.named("infrastructure_kinds", {"task": scope.task})
    blocks: list[Block] = []
    if kinds:
        cells = [[k["kind"], k["suite"] or None, k["runs"], k["of"], k["tasks"], Link(k["example"], f"run:{k['example']}")] for k in kinds]
        blocks.append(Table(["kind", "suite", "runs", "of", "tasks", "e.g."], cells, "Invalid runs are left out of pass rates and listed here."))
        blocks += claims(reader.named("infrastructure_examples", {"task": scope.task, "most": EXAMPLES}), scope)
    return Section("infrastructure", "Infrastructure", blocks, "No run was killed by infrastructure, as far as the records tell.")
