"""What both sides of a failed comparison tell together: names that lack, containers of another kind, digests and wordings.

The rules of `parse` read the sides as they are printed; here the values themselves are looked at.
"""

from __future__ import annotations

import re

from triage.mistakes.values import is_digest, literal, number, strip_quotes, words

_NOTHING = re.compile(r"nothing|missing|absent|none|null|nil|undefined|no (?:such )?(?:key|field|value|entry)|not (?:there|found|set|present)", re.IGNORECASE)
"""A given side that says that there is none."""
_ACCESS = re.compile(
    r"""(?:\.get\(|\[|\bget\w*\(|['"]>?\()\s*['"]([\w.$:/-]{2,60})['"]\s*[\])]|of dict object[^\n]*?>\(\s*['"]([^'"\n]{1,60})['"]|\b[jy]q\s+(?:-\w+\s+)*['"]?\.([A-Za-z_][\w.-]*)"""
)
"""How code reaches for a key: `headers["x"]`, `.get('x')`, and as pytest shows it."""
_PLACE = re.compile(r"(?P<within>[\w$.\[\]\"']*?)(?:\.|\[['\"])(?P<leaf>[A-Za-z_$][\w-]*)(?:['\"]\])?")


def lacking_name(wanted: str | None, got: str | None, where: str | None, body: str) -> tuple[str, str | None] | None:
    """(name, what should hold it), where the given side is `undefined`, `None` and the like: then the name by which the check asked is what lacks, not the value."""
    if not wanted or not got or not _NOTHING.fullmatch(got.strip("<>()'\"` ").rstrip(".")) or _NOTHING.fullmatch(strip_quotes(wanted)):
        return None
    for text in (where, *re.findall(r"(?:^|\n)\s+at ([\w$.\[\]\"'-]+)\s*$", body)):
        place = _PLACE.fullmatch((text or "").strip()) if text else None
        if place and not re.fullmatch(r"\w+\.(?:py|js|ts|go|rs|rb|java|php|mjs|cjs|tsx|jsx|ya?ml|json|toml|xml|csv|txt|md|ini|html?)", text or ""):
            return place["leaf"], place["within"] or None
    asked = _ACCESS.search(body)
    return (asked[1] or asked[2] or asked[3], None) if asked else None


def missing_keys(expected: str | None, actual: str | None) -> str | None:
    """Keys of a wanted object that the given object lacks; None where both are no objects or none is lacking."""
    if not expected or not actual or "{" not in expected[:2] or "{" not in actual[:2]:
        return None
    wanted, had = literal(expected), literal(actual)
    if not isinstance(wanted, dict) or not isinstance(had, dict):
        return None
    return ", ".join(str(k) for k in wanted if k not in had) or None


_ASKED = (
    (
        re.compile(
            r"(?:list|tuple) indices must be integers[^\n]*?not '?str'?|'(?:list|tuple)' object has no attribute '(?:items|keys|values|get)'|Cannot read propert\w+ of \[|expected (?:a |an )?(?:dict|object|map|mapping)\w*,? (?:but )?got (?:a |an )?(?:list|array)",
            re.IGNORECASE,
        ),
        "a mapping",
        "a list",
    ),
    (re.compile(r"cannot unpack non-iterable (?P<a>\w+)|(?:not enough|too many) values to unpack", re.IGNORECASE), "a tuple", None),
    (
        re.compile(
            r"'dict' object has no attribute '(?:append|sort|index|extend)'|unhashable type: 'slice'|\bKeyError: (?:0|-1|slice\()|expected (?:a |an )?(?:list|array),? (?:but )?got (?:a |an )?(?:dict|object|map)|is not iterable",
            re.IGNORECASE,
        ),
        "a list",
        "a mapping",
    ),
)
"""How a program fails that was given another kind of container than the one it reads."""
_KINDS: tuple[tuple[type, str], ...] = ((dict, "a mapping"), (list, "a list"), (tuple, "a tuple"))


def container(body: str) -> tuple[str, str | None] | None:
    """(kind of container wanted, kind given) where that is all that the message tells."""
    for pattern, wanted, given in _ASKED:
        found = pattern.search(body)
        if found:
            return wanted, given or (found.groupdict().get("a") if found.groupdict() else None)
    return None


_NAMES = re.compile(r"columns?|headers?|fields?|\bkeys?\b|schema|\bdtypes?\b|attributes?|properties", re.IGNORECASE)


_QUOTED_ROW = re.compile(r'\s*"[^"\n]*"(?:\s+"[^"\n]*")+\s*')


def lacking_items(expected: str | None, actual: str | None, about: str) -> str | None:
    """Names of a wanted list that the given list lacks, where the lists are of columns, fields or keys; None for lists of values."""
    if not expected or not actual or not _NAMES.search(about):
        return None
    wanted, had = literal(expected), literal(actual)
    if isinstance(wanted, str) and isinstance(had, str) and re.fullmatch(r"[A-Za-z_]\w*(?:[;,|\t][A-Za-z_]\w*)+", wanted):  # a header line
        wanted, had = re.split(r"[;,|\t]", wanted), re.split(r"[;,|\t]", had)
    if isinstance(wanted, str) and isinstance(had, str) and _QUOTED_ROW.fullmatch(expected) and _QUOTED_ROW.fullmatch(actual):  # a vector, as R prints it
        wanted, had = re.findall(r'"([^"]*)"', expected), re.findall(r'"([^"]*)"', actual)
    if (
        not isinstance(wanted, (list, tuple, set))
        or not isinstance(had, (list, tuple, set))
        or not all(isinstance(x, str) and re.fullmatch(r"[A-Za-z_][\w .-]*", x) for x in wanted)
    ):
        return None
    return ", ".join(str(x) for x in wanted if x not in had) or None


def kinds_differ(expected: str | None, actual: str | None) -> tuple[str, str] | None:
    """(kind wanted, kind given) where both sides are containers of different kinds, a mapping on one side."""
    if not expected or not actual or expected.lstrip()[:1] not in "[{(" or actual.lstrip()[:1] not in "[{(":
        return None
    wanted, had = literal(expected), literal(actual)
    kinds = [next((name for kind, name in _KINDS if isinstance(x, kind)), None) for x in (wanted, had)]
    return (kinds[0], kinds[1]) if kinds[0] and kinds[1] and kinds[0] != kinds[1] and "a mapping" in kinds else None


def shape_of(shape: str, expected: str | None, actual: str | None) -> str:
    """The shape of a pair: digests and wordings are told from plain values."""
    if shape != "value" or expected is None:
        return shape
    if is_digest(expected) and (actual is None or is_digest(actual)):
        return "digest"
    plain = strip_quotes(expected)
    if number(plain.split(" ")[0]) is None and plain[:1] not in "[{(" and len(words(plain)) >= 3 and re.search(r"[^\W\d]{2}", plain):
        return "text"
    return "value"
