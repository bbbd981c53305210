"""The same day, time or number in other spellings, which no search for letters finds: `31 January 2029` is `2029-01-31`, `9 pm` is `21:00`, `1,200` is `1200`."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from triage.mistakes.values import number, strip_quotes

_MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]
_MONTH = "(?P<month>" + "|".join(f"{m[:3]}(?:{m[3:]})?" if m != "september" else "sept?(?:ember)?" for m in _MONTHS) + r")\b\.?"
_DAY = r"(?<![\d.:/-])(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?![\d:]|\.\d)"
_YEAR = r"(?:,?\s+(?:of\s+)?(?P<year>[12]\d{3}))?(?!\d)"
_WORDED = (
    re.compile(rf"{_DAY}[\s-]*(?:of\s+)?{_MONTH}(?:-(?P<year2>[12]\d{{3}}))?{_YEAR}", re.IGNORECASE),
    re.compile(rf"\b{_MONTH}\s+(?:the\s+)?{_DAY}{_YEAR}", re.IGNORECASE),
)
_ISO = re.compile(r"(?<!\d)(?P<year>[12]\d{3})(?P<mark>[-/.]?)(?P<month>0[1-9]|1[0-2])(?P=mark)(?P<day>0[1-9]|[12]\d|3[01])(?!\d)")
_SLASHED = re.compile(r"(?<![\d/.-])(?P<first>\d{1,2})(?P<mark>[-/.])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})(?![\d/-])")
_CLOCK = re.compile(
    r"(?<![\d:.])(?P<h>[01]?\d|2[0-3])(?:[:h]|\.(?=\d\d\s?[ap]\.?m))(?P<m>[0-5]\d)(?::[0-5]\d)?\s?(?P<half>[ap]\.?m\b)?|(?<![\d:.])(?P<h2>1[0-2]|[1-9])\s?(?P<half2>[ap]\.?m\b)",
    re.IGNORECASE,
)
_COUNTS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]


class Day(NamedTuple):
    """A day of the calendar."""

    year: int | None
    """None where the text names none."""
    month: int
    """1 to 12."""
    day: int
    """1 to 31."""


def days(text: str) -> set[Day]:
    """The days that a text names, in every reading that its spelling allows: `03/04/2029` is two."""
    found = set()
    for pattern in _WORDED:
        for m in pattern.finditer(text):
            year = m["year"] or m.groupdict().get("year2")
            found.add((int(year) if year else None, next(n for n, name in enumerate(_MONTHS, 1) if name.startswith(m["month"][:3].casefold())), int(m["day"])))
    found |= {(int(m["year"]), int(m["month"]), int(m["day"])) for m in _ISO.finditer(text)}
    for m in _SLASHED.finditer(text):
        year, first, second = int(m["year"]) + (2000 if len(m["year"]) == 2 else 0), int(m["first"]), int(m["second"])
        found |= {(year, first, second), (year, second, first)}
    return {Day(y, month, day) for y, month, day in found if 1 <= month <= 12 and 1 <= day <= 31}


def same_day(one: Day, other: Day) -> bool:
    """Whether both may be one day: a year that only one of them has decides nothing."""
    return one[1:] == other[1:] and (one.year is None or other.year is None or one.year == other.year)


def clocks(text: str) -> set[tuple[int, int]]:
    """The times of day that a text names, hour and minute."""
    found = set()
    for m in _CLOCK.finditer(text):
        hour, half = int(m["h"] or m["h2"]), (m["half"] or m["half2"] or "").casefold()
        if half and hour > 12:
            continue
        found.add((hour % 12 + (12 if half.startswith("p") else 0) if half else hour, int(m["m"] or 0)))
    return found


def names_day(value: str, text: str) -> bool:
    """Whether the text names a day of the value."""
    mine = days(value)
    return bool(mine) and any(same_day(a, b) for b in days(text) for a in mine)


def names_number(value: str, text: str) -> bool:
    """Whether the text holds the number with separators for thousands, as a percentage, or as a word."""
    wanted = number(strip_quotes(value))
    if wanted is None:
        return False
    for written, share in re.findall(r"(?<![\w.,])(\d[\d,_' ]*(?:\.\d+)?)\s?(%|percent)?", text):
        bare = float(re.sub(r"[,_' ]", "", written))
        if bare == wanted or (share and math.isclose(bare, wanted * 100)):
            return True
    return wanted == int(wanted) and 0 <= wanted <= 20 and re.search(rf"\b{_COUNTS[int(wanted)]}\b", text, re.IGNORECASE) is not None
