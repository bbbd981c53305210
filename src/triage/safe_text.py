"""Transcript text is hostile: made harmless before it reaches a terminal or a spreadsheet."""

from __future__ import annotations

import re

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]")
"""What moves a terminal's cursor, changes its colours, turns the direction of text round or hides it."""


def visible(text: str) -> str:
    """Text without anything that moves the cursor or hides: control characters become their pictures or a code."""
    return CONTROL.sub(_picture, text)


def json_escaped(text: str) -> str:
    """JSON text in which what moves the cursor or hides is escaped as \\uXXXX: nothing of it reaches a terminal, and its value is the same."""
    return CONTROL.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[n]:02x}{units[n + 1]:02x}" for n in range(0, len(units), 2))


def one_line(text: str, width: int | None = None) -> str:
    """Visible text on one line, shortened to `width` characters with an ellipsis."""
    if len(text) < 1000 and text.isprintable() and "  " not in text:  # most texts are; looking is quicker than making anew
        flat = text.strip(" ")
        return flat if width is None or len(flat) <= width else flat[: max(1, width - 1)] + "…"
    flat = visible(" ".join(text.split()) if len(text) < 100_000 else " ".join(text[:100_000].split()))
    return flat if width is None or len(flat) <= width else flat[: max(1, width - 1)] + "…"


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else f"<{code:04x}>"


def cell(value: object) -> object:
    """A value for CSV: text that a spreadsheet would take for a formula gets an apostrophe in front."""
    if isinstance(value, str) and value and (value[0] in "=+-@\t\r" or (value[0] in " \n" and value.lstrip()[:1] in ("=", "+", "-", "@"))):
        return "'" + value
    return value
