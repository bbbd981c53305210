"""Turns, time and cost by outcome: what the runs spent, and whether those that fail spend more."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any

from triage.report.blocks import Block, Picture, Section, Table
from triage.report.build import where_task

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked

MEASURES = {"cost_usd": "cost, US dollars", "tokens_out": "output tokens", "duration_s": "seconds"}
"""Against turns, the first of these that most runs have."""
OUTCOMES = ("passed", "failed", "invalid", "ungraded")


def build(reader: Masked, scope: Scope) -> Section:
    """A scatter plot of turns and cost, and medians by outcome."""
    rows = reader.named("effort", where=where_task(scope))
    blocks: list[Block] = []
    if any(r["steps"] for r in rows):
        measure = next((m for m in MEASURES if sum(r[m] is not None for r in rows) * 2 >= len(rows)), None)
        points = [{"steps": r["steps"], "spent": r[measure], "verdict": r["verdict"], "unit": MEASURES[measure]} for r in rows if measure and r["steps"] and r[measure] is not None]
        cells = [_row(o, [r for r in rows if r["verdict"] == o]) for o in OUTCOMES if any(r["verdict"] == o for r in rows)]
        if points and measure:
            blocks.append(
                Picture("scatter", f"Turns and {MEASURES[measure]} of each run, by outcome", points, "; ".join(f"{c[0]}: {c[2] or 'no'} turns in the median" for c in cells))
            )
        blocks.append(Table(["outcome", "runs", "turns, median", "half lie in", "seconds, median", "output tokens, median", "US dollars, median", "US dollars in all"], cells))
    return Section("effort", "Turns and cost by outcome", blocks, "No transcript is recorded.")


def _row(outcome: str, rows: list[dict[str, Any]]) -> list[Any]:
    steps = sorted(r["steps"] for r in rows if r["steps"])
    quarter = len(steps) // 4
    cost = [r["cost_usd"] for r in rows if r["cost_usd"] is not None]
    spread = f"{steps[quarter]}-{steps[-quarter - 1]}" if len(steps) >= 4 else None
    return [
        outcome,
        len(rows),
        _middle(steps),
        spread,
        _middle([r["duration_s"] for r in rows]),
        _middle([r["tokens_out"] for r in rows]),
        round(median(cost), 4) if cost else None,
        round(sum(cost), 2) if cost else None,
    ]


def _middle(values: list[Any]) -> int | None:
    known = [v for v in values if v is not None]
    return round(median(known)) if known else None
