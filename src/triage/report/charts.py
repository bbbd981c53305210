"""Charts as Altair specifications. Colours are placeholders of triage.report.svg; shapes and order say the same as colours."""

from __future__ import annotations

import importlib
import math
from typing import Any

from triage.safe_text import one_line

WIDTH = 820
OUTCOMES = {"passed": "#010001", "failed": "#010002", "invalid": "#010003", "ungraded": "#010004"}
SHAPES = {"passed": "circle", "failed": "cross", "invalid": "triangle-up", "ungraded": "diamond"}
DECISIONS = {"too hard": "#010002", "in band": "#010001", "undecided": "#01000a", "too easy": "#010009"}
MOST_LINES = 60
"""Tasks of a forest plot; more are counted in steps of the pass rate."""
MOST_POINTS = 600
INK, MUTED, LINE, BAND = "#010005", "#010006", "#010007", "#010008"


def _altair() -> Any:
    """Altair, without its types: they say what the text of a specification must look like, not what is drawn."""
    return importlib.import_module("altair")


def chart(kind: str, rows: list[dict[str, Any]]) -> Any:
    """The chart of a kind. Raises KeyError for a kind that is drawn otherwise, ImportError without Altair."""
    alt = _altair()

    made = {"forest": forest, "timeline": timeline, "versions": versions, "scatter": scatter, "bars": bars}[kind](rows)
    axis = {
        "labelColor": INK,
        "titleColor": MUTED,
        "gridColor": LINE,
        "domainColor": LINE,
        "tickColor": LINE,
        "labelFontSize": 11,
        "titleFontSize": 11,
        "titleFontWeight": "normal",
    }
    legend = {"labelColor": INK, "titleColor": MUTED, "orient": "top", "title": None, "labelFontSize": 11}
    return made.configure(
        background="transparent", padding={"left": 28, "top": 4, "right": 16, "bottom": 4}, font="sans-serif", axis=axis, legend=legend, view=alt.ViewConfig(stroke=None)
    )


def _named(rows: list[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    return [{**row, **{n: one_line(str(row[n]), 44) for n in names}} for row in rows]


def _scale(values: dict[str, str], rows: list[dict[str, Any]], field: str) -> Any:
    alt = _altair()

    used = [v for v in values if any(r[field] == v for r in rows)]
    return alt.Scale(domain=used, range=[values[v] for v in used])


def forest(rows: list[dict[str, Any]]) -> Any:
    """Pass rates with their intervals over the band; a histogram where there are too many tasks for lines."""
    alt = _altair()

    rows = [{**r, "decision": r["decision"].replace("_", " ")} for r in rows]
    if len(rows) > MOST_LINES:
        return _rates_counted(rows)
    data = [{**r, "order": i} for i, r in enumerate(_named(rows, "task"))]
    base = alt.Chart(alt.Data(values=data)).encode(y=alt.Y("task:N", sort=alt.EncodingSortField("order"), title=None, axis=alt.Axis(labelLimit=260)))
    share = alt.Axis(format="%", grid=True)
    band = base.mark_bar(size=14, color=BAND, opacity=0.55).encode(
        x=alt.X("band_low:Q", scale=alt.Scale(domain=[0, 1]), axis=share, title="pass rate of valid runs; the band is shaded"), x2="band_high:Q"
    )
    colour = alt.Color("decision:N", scale=_scale(DECISIONS, rows, "decision"))
    shape = alt.Shape("decision:N", scale=_scale({"too hard": "triangle-left", "in band": "circle", "undecided": "diamond", "too easy": "triangle-right"}, rows, "decision"))
    interval = base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q", color=colour)
    point = base.mark_point(size=55, filled=True, opacity=1).encode(x="rate:Q", color=colour, shape=shape)
    return (band + interval + point).properties(width=WIDTH - 230, height=alt.Step(18))


def _rates_counted(rows: list[dict[str, Any]]) -> Any:
    alt = _altair()

    counts: dict[tuple[int, str], int] = {}
    for r in rows:
        key = (min(19, int(r["rate"] * 20)), r["decision"])
        counts[key] = counts.get(key, 0) + 1
    data = [{"from": b / 20, "to": (b + 1) / 20, "decision": d, "tasks": n} for (b, d), n in sorted(counts.items())]
    low, high = sorted(r["band_low"] for r in rows)[len(rows) // 2], sorted(r["band_high"] for r in rows)[len(rows) // 2]
    band = alt.Chart(alt.Data(values=[{"low": low, "high": high}])).mark_rect(color=BAND, opacity=0.55).encode(x="low:Q", x2="high:Q")
    axis = alt.X("from:Q", bin="binned", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%", tickCount=10), title="pass rate of valid runs; the band is shaded")
    bars = (
        alt.Chart(alt.Data(values=data))
        .mark_bar()
        .encode(x=axis, x2="to:Q", y=alt.Y("tasks:Q", title="tasks", stack="zero"), color=alt.Color("decision:N", scale=_scale(DECISIONS, rows, "decision")))
    )
    return (band + bars).properties(width=WIDTH, height=200)


def timeline(rows: list[dict[str, Any]]) -> Any:
    """Points by verdict, or counts per span of time where the data was counted."""
    alt = _altair()

    data = _named(rows, "place")
    places = len({r["place"] for r in data})
    colour = alt.Color("verdict:N", scale=_scale(OUTCOMES, rows, "verdict"))
    time = alt.X("at:T", title=None, axis=alt.Axis(labelOverlap=True))
    y = alt.Y("place:N", title=None, axis=alt.Axis(labelLimit=200, grid=True))
    shape = alt.Shape("verdict:N", scale=_scale(SHAPES, rows, "verdict"))
    if any("n" in r for r in rows):
        size = alt.Size("n:Q", scale=alt.Scale(range=[12, 260]), legend=None)
        offset = alt.YOffset("verdict:N", sort=list(OUTCOMES))
        return (
            alt.Chart(alt.Data(values=data))
            .mark_point(filled=True, opacity=0.75)
            .encode(x=time, y=y, yOffset=offset, color=colour, shape=shape, size=size)
            .properties(width=WIDTH - 120, height=alt.Step(8))
        )
    return (
        alt.Chart(alt.Data(values=data))
        .mark_point(filled=True, size=45, opacity=0.75)
        .encode(x=time, y=y, color=colour, shape=shape)
        .properties(width=WIDTH - 120, height=max(60, 26 * places))
    )


def versions(rows: list[dict[str, Any]]) -> Any:
    """A pair of points with intervals for each change, a line between them."""
    alt = _altair()

    data = [{**r, "order": i, "share": f"{r['version']} (n={r['n']})"} for i, r in enumerate(_named(rows, "task", "version")) if r["rate"] is not None]
    base = alt.Chart(alt.Data(values=data)).encode(
        x=alt.X("share:N", sort=alt.EncodingSortField("order"), title=None, axis=alt.Axis(labelAngle=0, labelLimit=110)),
        y=alt.Y("rate:Q", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%", tickCount=4), title="pass rate"),
    )
    interval = base.mark_rule(color="#010009", strokeWidth=2).encode(y="low:Q", y2="high:Q")
    layers = base.mark_line(color="#010009", opacity=0.6) + interval + base.mark_point(color="#010009", filled=True, size=60, opacity=1)
    facet = alt.Facet("task:N", title=None, columns=3, sort=alt.EncodingSortField("order"), header=alt.Header(labelColor=INK, labelFontSize=11, labelLimit=200))
    return layers.properties(width=170, height=110).facet(facet=facet).resolve_scale(x="independent")


def scatter(rows: list[dict[str, Any]]) -> Any:
    """Turns against what was spent; counted in a grid where there are many runs."""
    alt = _altair()

    many = len(rows) > MOST_POINTS
    data = _grid(rows) if many else rows
    size = {"size": alt.Size("n:Q", scale=alt.Scale(range=[10, 300]), legend=None)} if many else {}
    return (
        alt.Chart(alt.Data(values=data))
        .mark_point(filled=True, opacity=0.65, **({} if many else {"size": 40}))
        .encode(
            x=alt.X("steps:Q", title="turns of the model", scale=_wide(rows, "steps")),
            y=alt.Y("spent:Q", title=rows[0]["unit"], scale=_wide(rows, "spent")),
            color=alt.Color("verdict:N", scale=_scale(OUTCOMES, rows, "verdict")),
            shape=alt.Shape("verdict:N", scale=_scale(SHAPES, rows, "verdict")),
            **size,
        )
        .properties(width=WIDTH - 60, height=240)
    )


def _wide(rows: list[dict[str, Any]], field: str) -> Any:
    """A logarithmic scale where the largest value would press the others into a corner."""
    alt = _altair()

    values = sorted(r[field] for r in rows)
    return alt.Scale(type="log" if values[0] > 0 and values[-1] > 8 * values[len(values) // 2] else "linear")


def _grid(rows: list[dict[str, Any]], parts: int = 28) -> list[dict[str, Any]]:
    """Runs counted in a grid that is even on the scale that is drawn."""
    counts: dict[tuple[Any, Any, str], int] = {}
    steps, spent = _snap(rows, "steps", parts), _snap(rows, "spent", parts)
    for x, y, r in zip(steps, spent, rows, strict=True):
        counts[x, y, r["verdict"]] = counts.get((x, y, r["verdict"]), 0) + 1
    return [{"steps": x, "spent": y, "verdict": v, "n": n} for (x, y, v), n in sorted(counts.items())]


def _snap(rows: list[dict[str, Any]], field: str, parts: int) -> list[float]:
    values = [r[field] for r in rows]
    low, high = min(values), max(values)
    if low > 0 and high > 8 * sorted(values)[len(values) // 2]:
        width = math.log(high / low) / parts
        return [low * math.exp((min(parts - 1, int(math.log(v / low) / width)) + 0.5) * width) for v in values]
    width = (high - low) / parts or 1.0
    return [low + (min(parts - 1, int((v - low) / width)) + 0.5) * width for v in values]


def bars(rows: list[dict[str, Any]]) -> Any:
    """Counts by kind, the longest first."""
    alt = _altair()

    totals: dict[str, int] = {}
    for r in _named(rows, "kind"):
        totals[r["kind"]] = totals.get(r["kind"], 0) + r["runs"]
    data = [{"kind": k, "runs": n} for k, n in sorted(totals.items(), key=lambda p: (-p[1], p[0]))[:20]]
    base = alt.Chart(alt.Data(values=data)).encode(
        y=alt.Y("kind:N", sort="-x", title=None, axis=alt.Axis(labelLimit=260)), x=alt.X("runs:Q", title="invalid runs", axis=alt.Axis(tickMinStep=1, format="d"))
    )
    return (base.mark_bar(color="#010003") + base.mark_text(align="left", dx=4, color=INK).encode(text="runs:Q")).properties(width=WIDTH - 230, height=alt.Step(20))
