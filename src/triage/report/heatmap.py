"""The check x run matrix, drawn directly: one path for all cells of a status, so that a thousand of them stay small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from markupsafe import Markup, escape

from triage.report.blocks import Picture
from triage.report.svg import wrap
from triage.safe_text import one_line

CELL, NAMES, TOP = 17, 330, 18
"""Pixels: a cell, the column of names, the line of run numbers."""
LONGEST = 52
"""Characters of a name; its end tells checks of one file apart."""
STATUSES = {"passed": "passed", "failed": "failed", "error": "failed", "skipped": "ungraded"}
"""Status -> colour variable. The mark inside a cell tells them apart without colour."""
STRENGTH = {"passed": ".45", "failed": ".8"}
MARKS = {"failed": "m4.5 4.5l7 7m0-7l-7 7", "error": "m8 3v6m0 2v1.6", "skipped": "m4.5 8h7"}
LETTERS = {"reference": "R", "noop": "N"}


def draw(picture: Picture, href: Callable[[str], str | None]) -> Markup | None:
    """Rows are checks, columns are runs, in the order of the data; None where there is none. href: where a target is found."""
    checks: dict[Any, int] = {}
    runs: dict[Any, int] = {}
    roles, cells, kinds = {}, {}, {}
    for row in picture.rows:
        y, x = checks.setdefault(row["check"], len(checks)), runs.setdefault(row["run"], len(runs))
        roles[y], kinds[x], cells[x, y] = row.get("role") or "", row.get("kind"), row["status"]
    if not checks:
        return None
    body = [_name(name, y, roles[y]) for name, y in checks.items()] + _numbers(runs, kinds, href)
    for status in STATUSES:
        own = [(NAMES + x * CELL, TOP + y * CELL) for (x, y), found in cells.items() if found == status]
        if own:
            body.append(_cells(status, own))
    width, height = NAMES + len(runs) * CELL + 4, TOP + 4 + len(checks) * CELL
    return wrap("".join(body), f"0 0 {width} {height}", width, picture.title, picture.alternative)


def _cells(status: str, places: list[tuple[int, int]]) -> str:
    colour, side = STATUSES[status], CELL - 1
    squares = "".join(f"M{x} {y}h{side}v{side}h-{side}z" for x, y in places)
    paint = f'fill="none" stroke="var(--{colour})"' if status == "skipped" else f'fill="var(--{colour})" fill-opacity="{STRENGTH.get(status, "1")}"'
    drawn = f'<path d="{squares}" {paint}/>'
    if status in MARKS:
        marks = "".join(f"M{x} {y}{MARKS[status]}" for x, y in places)
        drawn += f'<path d="{marks}" fill="none" stroke="var(--{colour if status == "skipped" else "on-mark"})" stroke-width="1.7"/>'
    return drawn


def _numbers(runs: dict[Any, int], kinds: dict[int, Any], href: Callable[[str], str | None]) -> list[str]:
    made, number = [], 0
    for run, x in runs.items():
        letter = LETTERS.get(kinds[x] or "")
        number += letter is None
        text = f'<text x="{NAMES + x * CELL + 8}" y="12" font-size="9.5" text-anchor="middle" fill="var(--muted)">{letter or number}<title>{escape(one_line(str(run), 200))}</title></text>'
        target = href(f"run:{run}")
        made.append(f'<a href="{escape(target)}">{text}</a>' if target else text)
    return made


def _name(name: Any, y: int, role: str) -> str:
    flat = one_line(str(name), 1000)
    label = escape(flat if len(flat) <= LONGEST else "…" + flat[-LONGEST:])
    decides = role in ("bottleneck", "second_bottleneck")
    mark = "\u25b6 " if role == "bottleneck" else "\u25b7 " if decides else ""
    weight = ' font-weight="700"' if decides else ""
    hint = escape(flat) + (f" ({escape(role.replace('_', ' '))})" if role else "")
    return f'<text x="{NAMES - 8}" y="{TOP + y * CELL + 12}" font-size="11" text-anchor="end" fill="var(--ink)"{weight}>{mark}{label}<title>{hint}</title></text>'
