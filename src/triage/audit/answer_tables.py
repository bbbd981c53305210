"""Tables that runs left (CSV, TSV, one JSON object a line): answers that are the same in every row, beside others that are not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence

ROWS = 4
"""Least rows that two tables must share to be compared."""
Table = Mapping[str, tuple[str, ...]]
"""Key of a row (its first column, or its number) to its other values."""


def table(text: str) -> Table:
    """The rows of a text that holds one table; empty where it holds none. Writes are JSON-escaped: `\\n` is read as a line end."""
    lines = [line.strip() for line in text.replace("\\n", "\n").replace("\\t", "\t").replace('\\"', '"').splitlines() if line.strip()]
    return _objects(lines) or _columns(lines)


def _objects(lines: Sequence[str]) -> Table:
    rows: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(lines):
        if not line.startswith("{"):
            continue
        try:
            given = json.loads(line)
        except ValueError:
            continue
        if isinstance(given, dict) and given:
            key = next((str(given[k]) for k in ("id", "key", "name", "index") if k in given), str(number))
            rows[key] = tuple(json.dumps(v) for k, v in given.items() if k not in ("id", "key", "name", "index"))
    return rows if len(rows) >= 2 else {}


def _columns(lines: Sequence[str]) -> Table:
    for sign in ("\t", ",", ";", "|"):
        widths = Counter(line.count(sign) for line in lines if sign in line)
        if not widths:
            continue
        width, count = widths.most_common(1)[0]
        if count >= ROWS and count >= 0.6 * len(lines):
            cells = [[c.strip(" \"'") for c in line.split(sign)] for line in lines if line.count(sign) == width]
            return {row[0]: tuple(row[1:]) for row in (cells if _data(cells[0][1:]) and not cells[0][0].lower().endswith("id") else cells[1:])}
    return {}


def _data(cells: Sequence[str]) -> bool:
    return any(c.replace(".", "", 1).lstrip("-").isdigit() for c in cells)


def flat(rows: Sequence[tuple[str, ...]], columns: Sequence[int]) -> str | None:
    """`constant` where the answer is the same in every row, `uniform` where moreover all its numbers are equal; None otherwise."""
    picked = [tuple(row[i] for i in columns if i < len(row)) for row in rows]
    if len(set(picked)) != 1 or not picked[0]:
        return None
    numbers = [float(c) for c in picked[0] if c.replace(".", "", 1).lstrip("-").isdigit()]
    return "uniform" if len(numbers) >= 2 and max(numbers) - min(numbers) <= 0.02 * max(1e-9, abs(max(numbers))) else "constant"


def varied(rows: Sequence[tuple[str, ...]], columns: Sequence[int]) -> bool:
    """Whether the answers differ from row to row."""
    return len({tuple(row[i] for i in columns if i < len(row)) for row in rows}) >= 2


def told_apart(tables: Mapping[str, Table]) -> tuple[dict[str, str], list[str]]:
    """Runs whose answer is the same in every row (run to form), and runs whose answers vary in those same rows."""
    tables = {run: t for run, t in tables.items() if len(t) >= ROWS}
    if len(tables) < 3:
        return {}, []
    held = Counter(key for t in tables.values() for key in t)
    keys = [key for key, count in held.items() if count >= 0.6 * len(tables)]
    rows = {run: [t[k] for k in keys if k in t] for run, t in tables.items() if sum(k in t for k in keys) >= ROWS}
    width = min((len(r) for t in rows.values() for r in t), default=0)
    # Columns that every run fills alike are given, not answered.
    columns = [i for i in range(width) if len({tuple(r[i] for r in t[:ROWS]) for t in rows.values()}) > 1]
    if not columns:
        return {}, []
    poor = {run: form for run, t in rows.items() if (form := flat(t, columns))}
    return poor, [run for run, t in rows.items() if run not in poor and varied(t, columns)]
