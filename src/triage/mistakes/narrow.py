"""The one place in which two printed values differ: a key of an object, an argument of a call, a field of a record.

A check that compares whole objects prints all of both. What it wants is the one part that differs. The parts are compared as tokens, so that every
language's way to print an object is read: `{"day": 3}`, `book(day=3)`, `Trip { day: 3 }`, `{:day=>3}`.
"""

from __future__ import annotations

import json
import re

from triage.mistakes.values import literal

LONGEST = 4000
"""Longer values are not compared."""
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`[^`\n]*`|-?\d[\d._]*(?:[eE][-+]?\d+)?|[^\W\d]\w*|=>|\S')
_NAME = re.compile(r"[\"'`:]?([^\W\d][\w .-]*)[\"'`]?")
_KEYED = re.compile(r"""[\"']?(?P<key>[A-Za-z_$][\w$.-]*)[\"']?\s*(?::|=>)\s+(?P<v>-?\d[\d._]*|"[^"\n]*"|'[^'\n]*'|true|false|null|nil|None|True|False),?""")
"""A line of an object: its key and its value."""
_OBJECT = re.compile(r"\s*(?:[&*]?[A-Za-z_][\w.:]*\s*)?[{(]")


def _plain(text: str) -> str:
    """The object with its keys in order, where it is JSON or Python: two programs may print the same keys in different orders."""
    value = literal(text)
    return json.dumps(value, sort_keys=True, default=str) if isinstance(value, dict) else text


def narrowed(expected: str | None, actual: str | None) -> tuple[str, str, str] | None:
    """(key, wanted value, given value) where two objects, records or calls differ in one value; None where they differ in more, or in none."""
    if not expected or not actual or max(len(expected), len(actual)) > LONGEST:
        return None
    line, other = _KEYED.fullmatch(expected), _KEYED.fullmatch(actual)
    if line and other and line["key"] == other["key"]:
        return line["key"], line["v"], other["v"]
    if not _OBJECT.match(expected) or not _OBJECT.match(actual):
        return None
    wanted, had = _TOKEN.findall(_plain(expected)), _TOKEN.findall(_plain(actual))
    differing = [n for n, (x, y) in enumerate(zip(wanted, had, strict=False)) if x != y]
    if len(wanted) != len(had) or len(differing) != 1:
        return None
    place = differing[0]
    if not (wanted[place][0].isalnum() or wanted[place][0] in "\"'`-") or (place + 1 < len(wanted) and wanted[place + 1] in (":", "=", "=>")):
        return None  # a mark, or the key itself
    key = next((wanted[n - 1] for n in range(place - 1, 0, -1) if wanted[n] in (":", "=", "=>")), None)
    name = _NAME.fullmatch(key) if key else None
    return (name[1], wanted[place], had[place]) if name else None
