"""Rows as a table of plain text, as wide as the terminal. Quick for tens of thousands of rows: columns are laid out whole, each text is looked at once."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from triage.cli.wrap import SHORT, cells, head, shorten, wrap
from triage.safe_text import one_line

Row = Mapping[str, Any]
Columns = Mapping[str, str | Callable[[Row], Any]]
"""Heading -> column name or function of the row."""

LEAST = 6
"""Characters that a column keeps on a narrow terminal."""
READABLE = 18
"""Characters by which an id or a kind is still told from others: columns are left out rather than cut below that."""
MOST = 160
"""Characters of one value: a table is for looking at, the other forms have all."""
PROSE = 1000
"""The same for prose that may stand under its row."""
GAP = "  "
ABSENT = "–"
STYLES = {
    "invalid": "35",
    "failed": "31",
    "passed": "32",
    "ungraded": "33",
    "problem": "31",
    "suspicious": "33",
    "hold": "31",
    "ship": "32",
    "undecided": "33",
    ABSENT: "2",
}
"""Colours (codes of a terminal) go with the word, never instead of it."""
BOLD = "1"
DIM = "2"


class Column(NamedTuple):
    """One column, laid out."""

    heading: str
    texts: list[str]
    """One text a row, harmless and on one line."""
    natural: int
    """Cells that the widest text needs."""
    numeric: bool


def lines(
    rows: Sequence[Row],
    columns: Columns,
    *,
    width: int | None,
    spare: Sequence[str] = (),
    below: str | None = None,
    readable: int = READABLE,
    style: Callable[[str, str], str] = lambda text, _: text,
) -> Iterable[str]:
    """The table's lines. A column without any value is left out.

    width: cells of the terminal; None where nothing has to be shortened. spare: headings that may be left out, the first
    to go first, where the others would become unreadable; they are named below the table. below: heading of a column of
    prose, which stands under its row where it does not fit beside the others. readable: cells below which no column is cut
    as long as a spare one is there. style: colours a text by a terminal's code.
    """
    made = [c for c in (_column(heading, column, rows, PROSE if heading == below else MOST) for heading, column in columns.items()) if any(t != ABSENT for t in c.texts)]
    prose = None if width is None or _least(made, max(width, READABLE)) <= width else next((c for c in made if c.heading == below), None)
    made = [c for c in made if c is not prose]
    missing = [] if width is None else _leave_out(made, width, spare, readable)
    made = [c for c in made if c.heading not in missing]
    widths = fit([c.natural for c in made], width, readable)
    yield ""
    yield (" " + GAP.join(style(_pad(c.heading, w, c.numeric), BOLD) for c, w in zip(made, widths, strict=True))).rstrip()
    yield " " + "─" * (sum(widths) + len(GAP) * (len(widths) - 1))
    for number, row in enumerate(zip(*(_painted(c, w, style) for c, w in zip(made, widths, strict=True)), strict=True)):
        yield (" " + GAP.join(row)).rstrip()
        if prose and width and prose.texts[number] != ABSENT:
            yield from wrap("     " + prose.texts[number], width, 5)
    yield ""
    if missing:
        yield style(shorten(f" no room for: {', '.join(missing)} (a wider terminal, or --format csv)", (width or 0) - 1), DIM)


def _painted(column: Column, width: int, style: Callable[[str, str], str]) -> list[str]:
    """The column's texts at their width, in their colours; each that repeats is made once."""
    different = set(column.texts)
    cut = _cut(different, width) if column.natural > width else {}
    made = {t: style(_pad(cut.get(t, t), width, column.numeric), STYLES.get(t, "")) for t in different}
    return [made[t] for t in column.texts]


def _cut(texts: set[str], width: int) -> dict[str, str]:
    """Texts that are too long, shortened so that they are still told apart: those that would become alike keep their end."""
    same = _begin_alike(texts)
    cut = {t: shorten(_without(t, same), width) for t in texts if cells(t) > width}
    seen = Counter(cut.values())
    return {t: short if seen[short] == 1 else _tail(t, width) for t, short in cut.items()}


def _tail(text: str, width: int) -> str:
    return "…" + head(text[::-1], width - 1)[::-1]


def _begin_alike(texts: Iterable[str]) -> int:
    """How many signs all texts begin with, as far as the end of a word: `tests/test_outputs.py::`."""
    texts = [t for t in texts if t != ABSENT]
    if len(texts) < 2:
        return 0
    same = 0
    for number, (a, b) in enumerate(zip(min(texts), max(texts), strict=False)):  # what is between them in order begins alike too
        if a != b:
            break
        if not a.isalnum() and a != "_":
            same = number + 1
    return same


def _without(text: str, same: int) -> str:
    """A text without what all of its column begin with, or without the file of a test: what tells them apart is kept."""
    file, colons, _ = text.partition("::")
    if colons and " " not in file:
        same = max(same, len(file) + len(colons))
    return "…" + text[same:] if same > 1 else text


def fit(natural: Sequence[int], width: int | None, readable: int = READABLE) -> list[int]:
    """Column widths that fit: the widest columns give way first, short ones last, none below LEAST."""
    widths = list(natural)
    if width is None:
        return widths
    room = width - 2 - len(GAP) * (len(widths) - 1)
    for least in ([min(n, readable) for n in natural], [min(n, SHORT) for n in natural], [LEAST] * len(widths)):
        while sum(widths) > room:
            widest = max(range(len(widths)), key=lambda n: widths[n] - least[n])
            if widths[widest] <= least[widest]:
                break
            widths[widest] -= 1
    return widths


def _leave_out(columns: Sequence[Column], width: int, spare: Sequence[str], readable: int) -> list[str]:
    """Headings of the columns that there is no room for: spare ones as long as others would become unreadable, then the last ones that don't fit at all."""
    left = list(columns)
    for heading in spare:
        if _least(left, readable) > width:
            left = [c for c in left if c.heading != heading]
    for column in sorted((c for c in columns if c not in left), key=lambda c: spare.index(c.heading), reverse=True):  # for a narrow one there may be room again
        if _least([*left, column], readable) <= width:
            left = [c for c in columns if c in left or c is column]
    while len(left) > 1 and _least(left, LEAST) > width:
        left.pop()
    return [c.heading for c in columns if c not in left]


def _least(columns: Sequence[Column], least: int) -> int:
    """Cells of a table whose columns are cut to `least`."""
    return 2 + sum(min(c.natural, least) for c in columns) + len(GAP) * (len(columns) - 1)


def _column(heading: str, column: str | Callable[[Row], Any], rows: Sequence[Row], most: int) -> Column:
    values = [column(r) for r in rows] if callable(column) else [r.get(column) for r in rows]
    seen: dict[str, str] = {}
    texts = [_known(v, seen, most) if type(v) is str else text_of(v) for v in values]
    heading = one_line(heading)
    numeric = all(isinstance(v, (int, float)) or v is None for v in values[:50])
    return Column(heading, texts, max(cells(heading), *map(cells, set(texts))) if texts else cells(heading), numeric)


def _known(value: str, seen: dict[str, str], most: int) -> str:
    """Words repeat in a column: each is made harmless once."""
    found = seen.get(value)
    if found is None:
        found = seen[value] = one_line(value, most)
    return found


def text_of(value: Any) -> str:
    """A value as one harmless line."""
    if value is None:
        return ABSENT
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return ABSENT if math.isnan(value) else f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
    if isinstance(value, (list, tuple)):
        return one_line(", ".join(map(str, value)), 60)
    return one_line(str(value), MOST)


def _pad(text: str, width: int, right: bool) -> str:
    if text.isascii() and len(text) <= width:
        return text.rjust(width) if right else text.ljust(width)
    text = shorten(text, width)
    space = " " * (width - cells(text))
    return space + text if right else text + space
