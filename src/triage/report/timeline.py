"""Runs over time: points where they are few, counts per span of time where they are many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from triage.report.blocks import Picture

MOST_POINTS = 120
BINS = 48
MOST_PLACES = 8
"""Hosts that get a line of their own: those with most invalid runs, then with most runs; the rest is `others`."""


def timeline(rows: Sequence[dict[str, Any]]) -> Picture | None:
    """The picture for rows of the query `timeline`; None where fewer than two runs have a start."""
    if len(rows) < 2:
        return None
    weight = Counter[str]()
    for r in rows:
        weight[r["place"]] += 1 + 1000 * (r["verdict"] == "invalid")
    own = {place for place, _ in sorted(weight.items(), key=lambda p: (-p[1], p[0]))[:MOST_PLACES]}
    points = [{"at": r["at"].isoformat(timespec="seconds"), "place": r["place"] if r["place"] in own else "others", "verdict": r["verdict"]} for r in rows]
    data = points if len(points) <= MOST_POINTS else _binned(points, rows[0]["at"], rows[-1]["at"])
    bad = sum(r["verdict"] == "invalid" for r in rows)
    where = "host" if rows[0]["has_host"] else "suite"
    words = f"{len(rows)} runs from {rows[0]['at']:%Y-%m-%d %H:%M} to {rows[-1]['at']:%Y-%m-%d %H:%M}, {bad} of them invalid"
    worst = Counter(r["place"] for r in rows if r["verdict"] == "invalid").most_common(3)
    if worst:
        words += "; most of these on " + ", ".join(f"{place} ({n})" for place, n in worst)
    return Picture("timeline", f"Runs over time, by {where}", data, words)


def _binned(points: list[dict[str, Any]], first: Any, last: Any) -> list[dict[str, Any]]:
    width = (last - first) / BINS or None
    counts = Counter[tuple[str, str, str]]()
    for p in points:
        moment = type(first).fromisoformat(p["at"])
        start = first + width * min(BINS - 1, max(0, int((moment - first) / width))) if width else first
        counts[start.isoformat(timespec="seconds"), p["place"], p["verdict"]] += 1
    return [{"at": at, "place": place, "verdict": verdict, "n": n} for (at, place, verdict), n in sorted(counts.items())]
