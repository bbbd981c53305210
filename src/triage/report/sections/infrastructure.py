"""Runs that infrastructure decided: by kind and suite, and what they do to the score."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from triage.report.blocks import Block, Link, Picture, Section, Table
from triage.report.build import claims
from triage.report.timeline import timeline

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked

EXAMPLES = 2
"""Claims shown for each kind; the rest is counted."""


def build(reader: Masked, scope: Scope) -> Section:
    """Runs over time and by host, counts per kind and suite, and examples with their evidence."""
    kinds = reader.named("infrastructure_kinds", {"task": scope.task})
    blocks: list[Block] = []
    over_time = timeline(reader.named("timeline", {"task": scope.task}))
    if over_time is not None:
        blocks.append(over_time)
    if len({k["kind"] for k in kinds}) > 1:
        totals = Counter[str]()
        for k in kinds:
            totals[k["kind"]] += k["runs"]
        bars = [{"kind": kind, "runs": runs} for kind, runs in totals.most_common()]
        blocks.append(Picture("bars", "Invalid runs by kind", bars, "; ".join(f"{b['kind']}: {b['runs']}" for b in bars[:6])))
    if kinds:
        cells = [[k["kind"], k["suite"] or None, k["runs"], k["of"], k["tasks"], Link(k["example"], f"run:{k['example']}")] for k in kinds]
        blocks.append(Table(["kind", "suite", "runs", "of", "tasks", "e.g."], cells, "Invalid runs are left out of pass rates and listed here."))
        blocks += _effect(reader, scope) + _clusters(reader, scope)
        blocks += claims(reader.named("infrastructure_examples", {"task": scope.task, "most": EXAMPLES}), scope)
    return Section("infrastructure", "Infrastructure", blocks, "No run was killed by infrastructure, as far as the records tell.")


def _effect(reader: Masked, scope: Scope) -> list[Block]:
    rows = reader.named("infrastructure_effect", {"task": scope.task})
    cells = [[r["suite"] or None, r["agent"], r["model"], r["runs"], r["invalid"], r["rate_all"], r["rate_valid"], f"{r['bound_low']} to {r['bound_high']}"] for r in rows]
    note = "Pass rates over all runs and over valid ones, and the bounds if every invalid run had failed or passed."
    if any(not r["headline"] for r in rows):
        note += " Where more than a tenth is invalid no single number stands for the suite."
    return [Table(["suite", "agent", "model", "runs", "invalid", "all", "valid", "bounds"], cells, note)] if cells else []


def _clusters(reader: Masked, scope: Scope) -> list[Block]:
    rows = reader.named("infrastructure_clusters", {"task": scope.task})[:12]
    cells = [[r["kind"], r["suite"] or None, r["what"], r["place"], r["runs"], r["of"], r["tasks"], Link(r["example"], f"run:{r['example']}")] for r in rows]
    return (
        [Table(["kind", "suite", "by", "place", "runs", "of", "tasks", "e.g."], cells, "Failures of unrelated tasks that gather in one place: the cause lies there.")]
        if cells
        else []
    )
