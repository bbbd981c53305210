"""The check x run matrix, drawn directly: one path for all cells of a status, so that a thousand of them stay small."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup, escape

from triage.report.blocks import Picture
from triage.report.svg import wrap
from triage.safe_text import one_line

CELL = 16
NAMES = 250
"""Width of the column of names, pixels."""
STATUSES = {"passed": "passed", "failed": "failed", "error": "failed", "skipped": "ungraded"}
"""Status -> colour variable. The mark inside a cell tells them apart without colour."""
MARKS = {"failed": "m4 4l7 7m0-7l-7 7", "error": "m7.5 3v5.5m0 2v1.5", "skipped": "m4 7.5h7"}


def draw(picture: Picture) -> Markup | None:
    """Rows are checks, columns are runs, in the order of the data; None where there is none."""
    checks: dict[Any, int] = {}
    runs: dict[Any, int] = {}
    roles, cells = {}, {}
    for row in picture.rows:
        y, x = checks.setdefault(row["check"], len(checks)), runs.setdefault(row["run"], len(runs))
        roles[y] = row.get("role") or ""
        cells[x, y] = row["status"]
    if not checks:
        return None
    body = [_row(name, y, roles[y]) for name, y in checks.items()]
    body += [f'<text x="{NAMES + x * CELL + 8}" y="12" font-size="9" text-anchor="middle" fill="var(--muted)">{x + 1}</text>' for x in range(len(runs))]
    for status, colour in STATUSES.items():
        own = [(NAMES + x * CELL, 18 + y * CELL) for (x, y), found in cells.items() if found == status]
        if own:
            squares = "".join(f"M{x} {y}h15v15h-15z" for x, y in own)
            hollow = status == "skipped"
            paint = f'fill="none" stroke="var(--{colour})"' if hollow else f'fill="var(--{colour})" fill-opacity="{"1" if status == "error" else ".75" if status == "failed" else ".5"}"'
            body.append(f'<path d="{squares}" {paint}/>')
        if own and status in MARKS:
            body.append(f'<path d="{"".join(f"M{x} {y}{MARKS[status]}" for x, y in own)}" fill="none" stroke="var(--{"ungraded" if status == "skipped" else "on-mark"})" stroke-width="1.6"/>')
    width, height = NAMES + len(runs) * CELL + 4, 22 + len(checks) * CELL
    return wrap("".join(body), f"0 0 {width} {height}", width, picture.title, picture.alternative)


def _row(name: Any, y: int, role: str) -> str:
    label = escape(one_line(str(name), 40))
    decides = role in ("bottleneck", "second_bottleneck")
    weight = ' font-weight="700"' if decides else ""
    mark = "\u25b6 " if role == "bottleneck" else "\u25b7 " if decides else ""
    return f'<text x="{NAMES - 8}" y="{18 + y * CELL + 12}" font-size="11" text-anchor="end" fill="var(--ink)"{weight}>{mark}{label}<title>{escape(one_line(str(name), 300))}{f" ({escape(role)})" if role else ""}</title></text>'
