"""Simple changes that turn the value that the runs gave into the one that the check wants.

Where one change explains most failures, the runs had the right answer and missed a convention: order, rounding, unit,
sign, counting, case, separator, level. The change is the sentence that the prompt lacks.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from triage.mistakes.spelled import clocks, days
from triage.mistakes.values import literal, number, strip_quotes, words


class Change(NamedTuple):
    """What turns the actual value into the expected one."""

    kind: str
    """`equal`, `order`, `rounding`, `off_by_one`, `offset`, `unit`, `sign`, `case`, `separator`, `format`, `padding`, `zone`, `level`, `type`, `subset`, `missing`."""
    sentence: str
    """The convention in words."""


MEASURES = (
    (0.45359237, "kilograms or pounds"), (28.349523, "grams or ounces"), (2.54, "centimetres or inches"), (0.3048, "metres or feet"), (1.609344, "kilometres or miles"),
    (3.785412, "litres or gallons"), (4.184, "joules or calories"), (math.pi / 180, "radians or degrees"), (1.852, "kilometres or nautical miles"), (3.6, "km/h or m/s"),
)  # fmt: skip
"""Factors between units of measure, as often forgotten as decimal ones."""


_MISSING = re.compile(r"NaN|NA|NaT|<NA>|null", re.IGNORECASE)
"""How data write that a value is missing. Not `None`: it is also what a function gives that returns nothing."""


_FILLER = re.compile(r"missing|unknown|n/?a|-+|none|null|not (?:available|given|known)|empty|nan|\?|blank", re.IGNORECASE)
_BLANK = re.compile(r"|-+|none|null|nil|nan|n/?a|unknown", re.IGNORECASE)
"""What data write where there is no value, and what they may write instead."""


def change(expected: str | None, actual: str | None) -> Change | None:
    """The simplest change from actual to expected; None where no simple one fits."""
    if not expected or actual is None:
        return None
    e, a = number(expected), number(actual)
    if e is not None and a is not None:
        return _numeric(e, a, strip_quotes(expected))
    if (_MISSING.fullmatch(strip_quotes(expected)) is None) != (_MISSING.fullmatch(strip_quotes(actual)) is None):
        return Change("missing", "what becomes of missing values")
    if _FILLER.fullmatch(strip_quotes(expected)) and _BLANK.fullmatch(strip_quotes(actual)):
        return Change("missing", "what stands for missing values")
    for rule in _TEXT:
        made = rule(strip_quotes(expected), strip_quotes(actual))
        if made:
            return made
    return None


def _numeric(e: float, a: float, written: str) -> Change | None:
    if e == a:
        return Change("equal", "the same number in another spelling")
    if e != int(e) and math.isclose(e, a, rel_tol=1e-13):
        return Change("equal", "the same number but for the noise of its last binary digit")
    if a == -e:
        return Change("sign", "the sign of the result")
    rounded = _rounded(e, a, written)
    if rounded:
        return rounded
    if e and a and e * a > 0:
        power = math.log10(abs(e / a))
        if abs(power - round(power)) < 1e-9 and round(power) and abs(round(power)) <= 12:
            return Change("unit", f"the unit (a factor of 10^{round(power)})")
        for factor, unit in ((60, "minutes or seconds"), (3600, "hours or seconds"), (24, "days or hours"), (1024, "KiB or bytes"), (1024**2, "MiB or bytes")):
            if math.isclose(e, a * factor, rel_tol=1e-9) or math.isclose(a, e * factor, rel_tol=1e-9):
                return Change("unit", f"the unit ({unit})")
        for measure, unit in MEASURES:
            if math.isclose(e, a * measure, rel_tol=1e-4) or math.isclose(a, e * measure, rel_tol=1e-4):
                return Change("unit", f"the unit ({unit})")
    if math.isclose(e, a * 1.8 + 32, abs_tol=0.006) or math.isclose(a, e * 1.8 + 32, abs_tol=0.006):
        return Change("unit", "the unit (degrees Celsius or Fahrenheit)")
    if e == int(e) and a == int(a):
        distance = abs(e - a)
        if distance == 1 and max(abs(e), abs(a)) > 3:
            return Change("off_by_one", "whether the ends are counted")
        if 2 <= distance <= 5 and abs(e) >= 50:
            return Change("offset", f"which items count (the result differs by {int(distance)})")
    return None


def _rounded(e: float, a: float, written: str) -> Change | None:
    """Whether e is a rounded, at as many decimals or significant digits as e is written with."""
    digits = re.sub(r"[^\d.]", "", written)
    decimals = len(digits.partition(".")[2])
    significant = len(digits.replace(".", "").lstrip("0"))
    if abs(e - a) > abs(a) * 0.06 or len(repr(a)) <= len(repr(e)):
        return None
    unit = 10.0**-decimals
    if abs(a - e) <= unit / 2 * (1 + 1e-9) and decimals:
        return Change("rounding", f"rounding to {significant} significant digits ({decimals} decimals)")
    if e == int(e) and a != int(a) and abs(a - e) < 1:
        return Change("rounding", "rounding to whole numbers")
    return None


def _case(e: str, a: str) -> Change | None:
    return Change("case", "upper or lower case") if e != a and e.casefold() == a.casefold() else None


def _separator(e: str, a: str) -> Change | None:
    if words(e) and words(e) == words(a):
        return Change("separator", "separators and punctuation")
    if e and a and len(e) == len(a) == 1 and not e.isalnum() and not a.isalnum():
        return Change("separator", f"the separator {e!r}")
    return None


def _line_ends(e: str, a: str) -> Change | None:
    """The ends of lines, as they are or as programs print them."""
    plain = [re.sub(r"(?:\\r)?\\n|\r?\n", "\n", x).rstrip("\n\"'") for x in (e, a)]
    return Change("separator", "the ends of lines") if e != a and plain[0] == plain[1] and "\n" in e.replace("\\n", "\n") else None


def _order(e: str, a: str) -> Change | None:
    x, y = literal(e), literal(a)
    if isinstance(x, (list, tuple)) and isinstance(y, (list, tuple)) and len(x) == len(y) > 1 and list(x) != list(y):
        if Counter(map(repr, x)) == Counter(map(repr, y)):
            return Change("order", "the order of the items")
        if all(isinstance(i, (int, float)) and isinstance(j, (int, float)) and str(float(i)) == str(float(j)) for i, j in zip(x, y, strict=True)):
            return Change("type", "whether numbers are whole or decimal")
    if isinstance(x, (list, tuple)) and isinstance(y, (list, tuple)) and abs(len(x) - len(y)) == 1:
        longer, shorter = (x, y) if len(x) > len(y) else (y, x)
        if list(longer[1:]) == list(shorter) or list(longer[:-1]) == list(shorter):
            return Change("off_by_one", "whether the ends are included")
    if len(words(e)) > 1 and sorted(words(e)) == sorted(words(a)):
        return Change("order", "the order of the parts")
    return None


def _wrapped(e: str, a: str) -> Change | None:
    """Marks around the words (`**Bern**`, `Bern.`): the answer is right."""
    bare = a.strip("*_`~\"' \t").rstrip(".!").strip("*_`~\"' \t")
    return Change("equal", "the same words with marks around them") if e != a and len(e) > 1 and re.search(r"[^\W\d_]", e) and bare == e else None


def _padded(e: str, a: str) -> Change | None:
    """Zeros before numbers: `L0007` and `L7`."""
    bare = re.sub(r"(?<!\d)0+(?=\d)", "", e)
    return (
        Change("padding", "zeros before the number")
        if e != a and bare == re.sub(r"(?<!\d)0+(?=\d)", "", a) and re.search(r"(?<![\d.])0\d", e + " " + a) and not _TIME.search(e)
        else None
    )


def _type(e: str, a: str) -> Change | None:
    numbers = re.compile(r"-?\d+(?:\.\d+)?")
    mine, other = numbers.findall(_ids_masked(e)), numbers.findall(_ids_masked(a))
    if (
        mine
        and len(mine) == len(other)
        and mine != other
        and [float(x) for x in mine] == [float(x) for x in other]
        and numbers.sub("#", _ids_masked(e)) == numbers.sub("#", _ids_masked(a))
    ):
        return Change("equal", "the same numbers in another spelling")
    return None


def _ids_masked(text: str) -> str:
    """Generated ids (`txn_8841`) are no part of the value."""
    return re.sub(r"\b[A-Za-z]+[_-]\d{3,}\b", "<id>", text)


def _level(e: str, a: str) -> Change | None:
    x, y = literal(e), literal(a)
    if isinstance(x, (list, dict)) != isinstance(y, (list, dict)):
        inner, outer = (x, y) if isinstance(y, (list, dict)) else (y, x)
        held = list(outer.values()) if isinstance(outer, dict) else list(outer) if isinstance(outer, (list, tuple)) else []
        if len(held) == 1 and repr(held[0]) == repr(inner):
            return Change("level", "the level at which the value stands")
    return None


_TIME = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\s?(?:Z|UTC|[+-]\d{2}:?\d{2})?)?|\d{1,2}:\d{2}(?::\d{2})?")


def _instant(text: str) -> datetime | None:
    """The moment that a text with a time zone names."""
    try:
        moment = datetime.fromisoformat(text.replace(" UTC", "+00:00"))
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo else None


def _format(e: str, a: str) -> Change | None:
    if e != a and len(e) <= 40 and len(a) <= 40 and days(e) and days(e) & days(a) and clocks(e) == clocks(a):
        return Change("format", "the format of dates and times")
    if e != a and _TIME.search(e) and _TIME.search(a):
        first, second = _instant(e), _instant(a)
        if first and second and first == second:
            return Change("zone", "the time zone")
        mine, other = sorted(re.findall(r"\d+", e)), sorted(re.findall(r"\d+", a))
        if sorted(int(x) for x in mine if int(x)) == sorted(int(x) for x in other if int(x)):
            return Change("format", "the format of dates and times")
        if e[:10] == a[:10] or re.sub(r"\d\d:\d\d.*", "", e) == re.sub(r"\d\d:\d\d.*", "", a):
            return Change("zone", "the time zone")
    return None


_TEXT: tuple[Callable[[str, str], Change | None], ...] = (_line_ends, _padded, _wrapped, _type, _case, _format, _level, _separator, _order)


def common_change(pairs: Iterable[tuple[str | None, str | None]], share: float = 0.6) -> tuple[Change, int] | None:
    """The change that explains at least `share` of the pairs, with how many; at least two."""
    every = list(pairs)
    found = [c for c in (change(e, a) for e, a in every) if c]
    if not found:
        return None
    kind, count = Counter(c.kind for c in found).most_common(1)[0]
    if count < 2 or count < share * len(every):
        return None
    return next(c for c in found if c.kind == kind), count
