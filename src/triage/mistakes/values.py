"""Values as failure messages print them: reading, normalising, comparing. Pure functions, never an exception."""

from __future__ import annotations

import ast
import json
import math
import re

LONGEST = 4000
"""Longer values are compared as they are, never parsed."""
_NUMBER = re.compile(r"[-+]?(?:\d[\d,_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?%?$")
_COMMA = re.compile(r"[-+]?\d+,(?:\d{1,2}|\d{4,})%?")
"""A decimal comma: no thousands, for then three digits follow."""
_DIGEST = re.compile(r"(?:sha\d*|md5|blake\w*)?[:\s-]*([0-9a-f]{6,128})(?:(?:\.\.+|…)[0-9a-f]*)?$", re.IGNORECASE)


def strip_quotes(text: str) -> str:
    """The value without the quotes, angle brackets or backticks that surround all of it."""
    text = text.strip()
    while len(text) >= 2 and (text[0] + text[-1] in ("''", '""', "``", "<>", "“”", "‘’")):
        text = text[1:-1].strip()
    return text


def number(text: str) -> float | None:
    """The number that the text is, thousands separators and a unit-like trailing letter apart; None where it is none."""
    text = strip_quotes(text)
    if not text or len(text) > 40:
        return None
    plain = text.rstrip("x%hs$€ ").lstrip("$€ ")
    if not _NUMBER.match(plain):
        return None
    if _COMMA.fullmatch(plain):
        plain = plain.replace(",", ".")
    try:
        value = float(plain.replace(",", "").replace("_", ""))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def is_digest(text: str) -> bool:
    """Whether the value is a digest or a dump of bytes: it tells nothing about what would have been right."""
    text = strip_quotes(text)
    if text.startswith(("b'", 'b"', "\\x")):
        return len(text) >= 8 and (text.startswith("\\x") or "\\x" in text)
    found = _DIGEST.match(text)
    if not found:
        return False
    body = found[1].lower()
    named = text[: found.start(1)].strip(" :-") != ""
    return named or (len(body) >= 6 and any(c.isdigit() for c in body) and any(c.isalpha() for c in body) and not body.isalpha())


def literal(text: str) -> object:
    """The Python or JSON value that the text spells; the stripped text itself where it spells none."""
    plain = text.strip()
    if not plain or len(plain) > LONGEST or plain[0] not in "[{(\"'-+0123456789TFNtfn":
        return strip_quotes(plain)
    try:
        return json.loads(plain)
    except (ValueError, RecursionError):
        pass
    try:
        value: object = ast.literal_eval(plain)
        return value
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return strip_quotes(plain)


def items(text: str) -> list[str]:
    """The items of a printed list: `[a, b]`, `a, b and c`, `{'x', 'y'}`; one item where it is no list."""
    plain = text.strip()
    value = literal(plain)
    if isinstance(value, (list, tuple, set, frozenset)):
        return [str(x) for x in value]
    if isinstance(value, dict):
        return [str(x) for x in value]
    bracketed = len(plain) >= 2 and plain[0] + plain[-1] in ("[]", "{}", "()")
    if bracketed:
        plain = plain[1:-1]
    parts = [strip_quotes(p) for p in re.split(r"\s*,\s*|\s+and\s+", plain)]
    parts = [p for p in parts if p]
    if bracketed or (len(parts) > 1 and all(re.fullmatch(r"[\w.\-/\[\]]+", p) for p in parts)):
        return parts
    return [strip_quotes(plain)] if plain else []


def canonical(text: str | None) -> str:
    """The value in the form in which two failures are compared: no quotes, single spaces, numbers as numbers."""
    if text is None:
        return ""
    plain = " ".join(strip_quotes(text).split())
    value = number(plain)
    if value is not None:
        return f"{value:.12g}"
    return plain.rstrip(".;,")


def words(text: str) -> list[str]:
    """Lower-case words of a text, split at everything that is not a letter or digit, and at camelCase."""
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text)
    return re.findall(r"[^\W_]+", spaced.casefold())
