"""Text measured in cells of a terminal, cut and wrapped by them."""

from __future__ import annotations

NARROW = 24
"""On a terminal narrower than this nothing is put further in: there would be no room left."""
SHORT = 12
"""Text up to this wide is a number or a word of a closed list, of which half says nothing; what is cut shorter keeps no end."""


def cells(text: str) -> int:
    """Cells that the text takes on a terminal: signs of East Asia and pictures take two, accents none."""
    if text.isascii() or text in "–…":
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def head(text: str, width: int) -> str:
    """The longest beginning that takes at most `width` cells."""
    if text.isascii():
        return text[: max(0, width)]
    used = 0
    for index, sign in enumerate(text):
        used += cells(sign)
        if used > width:
            return text[:index]
    return text


def shorten(text: str, width: int) -> str:
    """At most `width` cells. Too long text keeps its beginning and its end, for ids differ at the end; prose keeps its beginning."""
    if cells(text) <= width:
        return text
    tail = (width - 1) // 3 if width >= SHORT and text.count(" ") < 3 else 0
    return head(text, width - 1 - tail) + "…" + (head(text[::-1], tail)[::-1] if tail else "")


def wrap(line: str, width: int, hang: int | None = None) -> list[str]:
    """One line as lines of at most `width` cells, broken between words.

    hang: cells that continuations are put in by; without it two more than the line begins with.
    """
    if cells(line) <= width:
        return [line]
    indent = (len(line) - len(line.lstrip(" ")) + 2) if hang is None else hang
    indent = 0 if width < NARROW else min(indent, width // 2)
    made: list[str] = []
    rest = line
    while cells(rest) > width:
        first = head(rest, width)
        begin = len(first) - len(first.lstrip(" "))
        at = len(first) if rest[len(first)] == " " else first.rfind(" ", begin)
        if at <= begin:  # one word is longer than the line
            at = max(len(first), 1)
        made.append(rest[:at].rstrip(" "))
        rest = " " * indent + rest[at:].lstrip(" ")
    if rest.strip(" "):
        made.append(rest)
    return made
