"""Printing rows: stdout is data, and transcript text is harmless on it."""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

from triage.cli.table import READABLE, Columns, Row, lines
from triage.cli.wrap import wrap
from triage.safe_text import cell, json_escaped, visible


def emit(
    rows: Sequence[Row],
    fmt: str | None,
    table: Columns,
    *,
    spare: Sequence[str] = (),
    below: str | None = None,
    readable: int = READABLE,
    names: Sequence[str] = (),
    empty: str = "nothing to show",
) -> None:
    """Print rows as table (default), json, jsonl or csv.

    table: heading -> column name or function of the row; only the table uses it, the others print every column.
    spare: headings that a narrow terminal may leave out, the first to go first. below: the heading of prose that stands
    under its row there. readable: cells below which it cuts nothing while a spare column is there. names: columns of the CSV where there is no row. empty: said where there is no row.
    """
    if fmt == "json":
        emit_json(list(rows))
    elif fmt == "jsonl":
        for row in rows:
            emit_json(row, indent=False)
    elif fmt == "csv":
        _csv(rows, names)
    elif not rows:
        print(empty)
    else:
        out = _terminal()
        sys.stdout.write("\n".join(lines(rows, table, width=out and out.width, spare=spare, below=below, readable=readable, style=_painter(out))) + "\n")
    sys.stdout.flush()


def emit_json(value: Any, *, indent: bool = True) -> None:
    """Print a value as JSON. On a terminal what would move its cursor or hide text is escaped, which changes no value."""
    options = orjson.OPT_NON_STR_KEYS | (orjson.OPT_INDENT_2 if indent else 0)
    try:
        data = orjson.dumps(value, default=_plain, option=options)
    except TypeError:  # sums may be larger than 64 bits
        data = orjson.dumps(_within_64_bits(value), default=_plain, option=options)
    if sys.stdout.isatty():
        data = json_escaped(data.decode()).encode()
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.flush()


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


def _csv(rows: Sequence[Row], names: Sequence[str]) -> None:
    names = list(rows[0]) if rows else names
    if not names:
        return
    writer = csv.writer(sys.stdout, lineterminator="\n")
    shown: Callable[[object], object] = _visible_cell if sys.stdout.isatty() else cell
    writer.writerow([shown(name) for name in names])
    for row in rows:
        writer.writerow([shown(orjson.dumps(v, default=_plain).decode() if isinstance(v, (list, dict)) else v) for v in row.values()])


def _visible_cell(value: object) -> object:
    return cell(visible(value) if isinstance(value, str) else value)


def console(stderr: bool = False) -> Any:
    """A Rich console that never interprets text as markup and obeys NO_COLOR."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=False)


def terminal_width() -> int | None:
    """Cells of the terminal that stdout is; None where it is none: nothing is shortened for a pipe."""
    out = _terminal()
    return None if out is None else out.width


def _terminal() -> Any:
    """A console where stdout is a terminal, or is said to be one by FORCE_COLOR or TTY_COMPATIBLE; else None, and nothing has to be loaded."""
    if not sys.stdout.isatty() and not (os.environ.get("FORCE_COLOR") or os.environ.get("TTY_COMPATIBLE")):
        return None
    out = console()
    return out if out.is_terminal else None


def _painter(out: Any) -> Callable[[str, str], str]:
    """Colours a text by a terminal's code, as far as the terminal (None where there is none) takes colours."""
    if out is None or out.color_system is None or out.legacy_windows:
        return lambda text, code: text
    codes = {"1", "2"} if out.no_color else None
    return lambda text, code: f"\x1b[{code}m{text}\x1b[0m" if code and (codes is None or code in codes) else text


CODES = {"bold": "1", "red": "31", "green": "32", "yellow": "33"}


def say(text: str = "", style: str = "", *, hang: int | None = None) -> None:
    """Prose on stdout, made visible; on a terminal wrapped at its width. style: bold, red, green or yellow. hang: cells that continued lines are put in by."""
    out = _terminal()
    width, paint, code = out and out.width, _painter(out), CODES.get(style, "")
    for line in visible(text).split("\n"):
        for piece in [line] if width is None else wrap(line, width, hang):
            sys.stdout.write(paint(piece, code) + "\n")
