"""Printing rows: stdout is data, and transcript text is harmless on it."""

from __future__ import annotations

import csv
import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

from triage.safe_text import CONTROL, cell, one_line, visible

Row = Mapping[str, Any]


def emit(rows: Sequence[Row], fmt: str | None, table: Mapping[str, str | Callable[[Row], Any]], *, title: str | None = None, empty: str = "nothing to show") -> None:
    """Print rows as table (default), json, jsonl or csv.

    table: heading -> column name or function of the row; only the table uses it, the others print every column.
    """
    if fmt == "json":
        emit_json(list(rows))
    elif fmt == "jsonl":
        for row in rows:
            emit_json(row, indent=False)
    elif fmt == "csv":
        _csv(rows)
    elif not rows:
        print(empty)
    else:
        _table(rows, table, title)
    sys.stdout.flush()


def emit_json(value: Any, *, indent: bool = True) -> None:
    """Print a value as JSON. On a terminal what would move its cursor or hide text is escaped, which changes no value."""
    options = orjson.OPT_NON_STR_KEYS | (orjson.OPT_INDENT_2 if indent else 0)
    try:
        data = orjson.dumps(value, default=_plain, option=options)
    except TypeError:  # sums may be larger than 64 bits
        data = orjson.dumps(_within_64_bits(value), default=_plain, option=options)
    if sys.stdout.isatty():
        data = CONTROL.sub(_escape, data.decode()).encode()
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.flush()


def _escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be")
    return "".join(f"\\u{units[n]:02x}{units[n + 1]:02x}" for n in range(0, len(units), 2))


def _within_64_bits(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _within_64_bits(v) for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_within_64_bits(v) for v in value]
    return float(value) if isinstance(value, int) and not -(2**63) <= value < 2**64 else value


def _plain(value: Any) -> Any:
    if isinstance(value, (set, frozenset, tuple)):
        return list(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    return str(value)


def _csv(rows: Sequence[Row]) -> None:
    if not rows:
        return
    writer = csv.writer(sys.stdout, lineterminator="\n")
    shown: Callable[[object], object] = _visible_cell if sys.stdout.isatty() else cell
    writer.writerow([shown(name) for name in rows[0]])
    for row in rows:
        writer.writerow([shown(orjson.dumps(v, default=_plain).decode() if isinstance(v, (list, dict)) else v) for v in row.values()])


def _visible_cell(value: object) -> object:
    return cell(visible(value) if isinstance(value, str) else value)


PIPE_WIDTH = 400
"""Width where stdout is no terminal: nothing is shortened for a pipe."""
LEAST = 6
"""Characters that a column keeps on a narrow terminal."""


def console(stderr: bool = False) -> Any:
    """A Rich console that never interprets text as markup and obeys NO_COLOR."""
    from rich.console import Console

    made = Console(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=False)
    if not made.is_terminal:
        made = Console(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=False, width=PIPE_WIDTH)
    return made


def _table(rows: Sequence[Row], table: Mapping[str, str | Callable[[Row], Any]], title: str | None) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    out = console()
    columns = list(table.values())
    values = [[_cell(_value(row, column)) for column in columns] for row in rows]
    shown = [n for n in range(len(table)) if any(v[n].plain != "–" for v in values)]
    headings = [one_line(heading) for heading in table]
    widths = fit([max(len(headings[n]), *(v[n].cell_len for v in values)) for n in shown], out.width - 2)
    made = Table(box=box.SIMPLE_HEAD, title=Text(title) if title else None, title_justify="left", pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    for n, width in zip(shown, widths, strict=True):
        numeric = all(isinstance(v, (int, float)) or v is None for v in (_value(r, columns[n]) for r in rows[:50]))
        made.add_column(Text(headings[n]), justify="right" if numeric else "left", overflow="ellipsis", no_wrap=True, width=width)
    for row in values:
        made.add_row(*(_shorten(row[n], w) for n, w in zip(shown, widths, strict=True)))
    out.print(made)


def fit(natural: Sequence[int], width: int) -> list[int]:
    """Column widths that fit: the widest columns give way first, none below LEAST. One space stands between columns."""
    widths = list(natural)
    room = width - 2 * len(widths)
    while sum(widths) > room and max(widths) > LEAST:
        widest = max(range(len(widths)), key=widths.__getitem__)
        widths[widest] -= 1
    return widths


def _shorten(text: Any, width: int) -> Any:
    """Too long text keeps its beginning and its end: ids differ at the end."""
    if text.cell_len <= width or width < 12:
        return text
    from rich.text import Text

    tail = (width - 1) // 3
    return Text(text.plain[: width - 1 - tail] + "…" + text.plain[-tail:], style=text.style)


def _value(row: Row, column: str | Callable[[Row], Any]) -> Any:
    return column(row) if callable(column) else row.get(column)


STYLES = {
    "invalid": "magenta",
    "failed": "red",
    "passed": "green",
    "ungraded": "yellow",
    "problem": "red",
    "suspicious": "yellow",
    "hold": "red",
    "ship": "green",
    "undecided": "yellow",
}
"""Colours go with the word, never instead of it."""


def _cell(value: Any) -> Any:
    from rich.text import Text

    if value is None:
        return Text("–", style="dim")
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    if isinstance(value, float):
        return Text("–" if math.isnan(value) else f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}")
    if isinstance(value, (list, tuple)):
        return Text(one_line(", ".join(map(str, value)), 60))
    text = one_line(str(value), 160)
    return Text(text, style=STYLES.get(text, ""))


def say(text: str = "", style: str = "") -> None:
    """A line of prose on stdout, made visible."""
    from rich.text import Text

    console().print(Text(visible(text), style=style))
