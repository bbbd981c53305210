"""Transcript text for the terminal: literal, harmless, and as wide as it says.

Whatever a terminal would act on, hide, reorder or join is replaced by something that can be seen; then every character
is as many cells wide as Rich's tables say, and a line can be cut by counting.
"""

from __future__ import annotations

import re

from rich.cells import cell_len, get_character_cell_size

from triage.safe_text import visible

TAB = 4

_ODD = re.compile(
    "[\u00ad\u034f\u061c\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0d\uffa0\ufff0-\ufff8"
    "\ue000-\uf8ff\U0001d173-\U0001d17a\U0001f3fb-\U0001f3ff\U000e0080-\U000e0fff\U000f0000-\U0010ffff]"
)
"""Hidden, joining, filling or private characters that `visible` leaves."""
_PRESENTATION = re.compile("[\ufe0e\ufe0f]")
"""They only choose between text and emoji form, and terminals differ in the width that they then give."""
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")
_MARK = "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]"
_MARKS = re.compile(f"({_MARK}{{3}}){_MARK}+")
"""More than three marks on one letter run over the lines around it."""
_SUSPECT = re.compile(f"[{_ODD.pattern[1:-1]}{_PRESENTATION.pattern[1:-1]}{_FLAG.pattern[1:-1]}]|{_MARK}{{4}}")
"""Printable, and yet one of those above."""
_BASE64 = re.compile(r"(?:data:([\w.+-]+/[\w.+-]+);base64,)?([A-Za-z0-9+/]{512,}={0,2})")


def literal(text: str) -> str:
    """Harmless text; line ends stay, tabs become spaces."""
    if (text.replace("\n", "") if "\n" in text else text).isprintable():  # most lines: no control, format or private characters
        if text.isascii() or not _SUSPECT.search(text):
            return text
    else:
        text = visible(text.replace("\r\n", "\n"))
    if not text.isascii():
        text = _ODD.sub(_code, _PRESENTATION.sub("", text))
        text = _FLAG.sub(lambda m: f"[{chr(ord(m[0]) - 0x1F1E6 + 65)}]", text)
        text = _MARKS.sub(r"\1", text)
    if "\t" in text:
        text = text.expandtabs(TAB)
    return text


def _code(match: re.Match[str]) -> str:
    return f"<{ord(match[0]):04x}>"


def note_binary(text: str) -> str:
    """Base64 and data URLs become a note of their type and size."""
    return _BASE64.sub(_binary, text) if len(text) > 512 else text


def _binary(match: re.Match[str]) -> str:
    data = match[2]
    if not match[1] and (len(set(data[:512])) < 16 or data.isalpha() or data.isdigit()):
        return match[0]  # a long line of one letter, or of digits, is text
    return f"[{match[1] or 'base64'}, {len(data) * 3 // 4:,} bytes]"


def rows_of(text: str, width: int) -> int:
    """How many rows a line takes at a width."""
    if len(text) <= width and (text.isascii() or cell_len(text) <= width):
        return 1
    return len(breaks(text, width)) + 1


def breaks(text: str, width: int) -> list[int]:
    """Where a line is broken: after a space where there is one in the second half of the row, else anywhere."""
    return _breaks_ascii(text, width) if text.isascii() else _breaks_wide(text, width)


def _breaks_ascii(text: str, width: int) -> list[int]:
    found, start, length = [], 0, len(text)
    while length - start > width:
        space = text.rfind(" ", start + width // 2, start + width)
        start = space + 1 if space >= 0 else start + width
        found.append(start)
    return found


def _breaks_wide(text: str, width: int) -> list[int]:
    """Most of a line that is not ASCII is ASCII: only a stretch that is not has to be counted letter by letter."""
    found: list[int] = []
    start, length = 0, len(text)
    while True:
        end = min(start + width, length)
        if not text[start:end].isascii():
            end = _end_of_row(text, start, width)
        if end == length:
            return found
        space = text.rfind(" ", start + width // 2, end)
        start = space + 1 if space >= 0 else end
        found.append(start)


def _end_of_row(text: str, start: int, width: int) -> int:
    used = 0
    for place in range(start, len(text)):
        used += get_character_cell_size(text[place])
        if used > width and place > start:
            return place
    return len(text)


def cut(text: str, width: int) -> str:
    """A line no wider than `width`, with an ellipsis where something is left out."""
    if len(text) <= width and (text.isascii() or cell_len(text) <= width):
        return text
    if width <= 1:
        return "…"[:width]
    used = 0
    for place, char in enumerate(text):
        used += get_character_cell_size(char)
        if used > width - 1:
            return text[:place] + "…"
    return text
