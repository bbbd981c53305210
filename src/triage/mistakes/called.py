"""A call that a check wanted beside the call that was made: `missing call: rent(days=3); the agent made: rent(days=2)`."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST = 12
"""Most calls of one message that are looked at."""
_NAME = re.compile(r"(?<![\w.])[A-Za-z_][\w.]{2,60}(?=\s?[({])")
_WANTED = re.compile(
    r"expect\w*|want\w*|wanted|gold(?:en)?|required?|missing|should\w*|reference|not (?:found|made|seen|called)|never (?:made|called)|no (?:matching|such|call)|lacks?",
    re.IGNORECASE,
)
_MADE = re.compile(
    r"\bgot\b|\bseen\b|\bmade\b|actual\w*|received|instead|\bfound\b|agent\w*|\bcalls?:|\bcalls?\b(?= (?:were|was|are|seen))|\bhad\b|\bdid\b|observed|recorded", re.IGNORECASE
)
_OPEN = {"(": ")", "{": "}", "[": "]"}


class _Seen(NamedTuple):
    name: str
    text: str
    start: int
    end: int


def _end(text: str, start: int) -> int | None:
    """Behind the bracket that closes the one at `start`; quotes are passed over."""
    stack: list[str] = []
    quote = ""
    for n in range(start, min(len(text), start + 2000)):
        c = text[n]
        if quote:
            quote = "" if c == quote and text[n - 1] != "\\" else quote
        elif c in "\"'" and (c == '"' or not text[n - 1].isalnum()):
            quote = c
        elif c in _OPEN:
            stack.append(_OPEN[c])
        elif stack and c == stack[-1]:
            stack.pop()
            if not stack:
                return n + 1
    return None


def _calls(text: str) -> list[_Seen]:
    found: list[_Seen] = []
    for hit in _NAME.finditer(text):
        if found and hit.start() < found[-1].end:
            continue
        end = _end(text, hit.end() + (text[hit.end()] == " "))
        if end is not None:
            found.append(_Seen(hit[0], text[hit.start() : end], hit.start(), end))
        if len(found) >= MOST:
            break
    return found


def _role(text: str, calls: list[_Seen], n: int) -> str:
    """`wanted` or `made`, by the nearest word before the call, or right behind it."""
    before = text[calls[n - 1].end if n else 0 : calls[n].start][-60:]
    behind = text[calls[n].end : calls[n + 1].start if n + 1 < len(calls) else None][:24]
    own = re.split(r"[;\n,.]", behind)[0]
    if _WANTED.search(own) and not _MADE.search(own):
        return "wanted"
    clause = re.split(r"[;\n]", before)[-1] if re.search(r"\w", re.split(r"[;\n]", before)[-1]) else before
    last = max(((m.end(), role) for pattern, role in ((_WANTED, "wanted"), (_MADE, "made")) for m in pattern.finditer(clause)), default=(0, ""))
    return last[1] or ("made" if n and _role(text, calls, n - 1) == "made" else "")


_A_CALL = re.compile(r"\b(?:calls?|actions?|invocations?|tool(?: use)?)\b", re.IGNORECASE)


def called(text: str) -> tuple[str, str | None] | None:
    """(call wanted, call made of the same name that is most like it, if there is one); None where the message tells of no wanted call."""
    calls = _calls(text)
    roles = [_role(text, calls, n) for n in range(len(calls))]
    wanted = next((c for c, r in zip(calls, roles, strict=True) if r == "wanted"), None)
    if wanted is None:
        return None
    made = [c for c, r in zip(calls, roles, strict=True) if r == "made" and c.name == wanted.name and c.text != wanted.text]
    if made:
        parts = set(re.findall(r"[\w.:-]+", wanted.text))
        return wanted.text, max(made, key=lambda c: len(parts & set(re.findall(r"[\w.:-]+", c.text)))).text
    return (wanted.text, None) if _A_CALL.search(text[max(0, wanted.start - 40) : wanted.start]) else None
