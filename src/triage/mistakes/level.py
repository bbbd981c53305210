"""Whether a text that names a key names it for the place at which a check wants it: on each record, or once at the top."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TOP = re.compile(
    r"\btop[- ]?level\b|\bat the (?:top|start|beginning|root|head)\b|\btop of\b|\broot\b|\b(?:begins?|starts?|opens?|headed) (?:with|by)\b|\bfirst line\b|\bonce\b|\bglobal(?:ly)?\b|\bnext to\b|\bbeside\b",
    re.IGNORECASE,
)
"""Words that say: once, for the whole document."""
_EACH = re.compile(r"\b(?:each|every|per|all|list of|array of|lists?|arrays? |objects with|items?|entries|elements?|members?|one \w+ (?:an?|per|for each))\b", re.IGNORECASE)
"""Words that say: on every one of many."""
_CODE = re.compile(r"\.(?:py|[cm]?[jt]sx?|go|rs|rb|java|kt|php|c|h|cc|cpp|hpp|cs|sh|sql|csv|tsv|proto|graphql)$", re.IGNORECASE)
_ASSIGNED = re.compile(r"\.(?:toml|ini|cfg|conf|env|properties)$", re.IGNORECASE)
_VERB = r"(?:is|are|has|have|carr(?:y|ies)|holds?|contains?|gets?|must|should|shall|names?|gives?|keeps?|needs?|takes?|includes?|starts?|begins?|ends?)"
_CLAUSE = re.compile(rf"[.;!?](?=\s)|\n\s*\n|\n\s*[-*#]|,? (?:and )?then |,\s+(?:and |but |while )?(?=(?:the |an? |its |this |that |these )?[a-z]+(?: [a-z]+)? {_VERB}\b)")
"""Ends of a clause: marks, or a comma behind which another subject has its own verb."""


def at_its_place(name: str, text: str, leaf: Sequence[str], holder: str) -> bool:
    """Whether `text` (called `name`) tells the key `leaf` for what `holder` stands for: `records[0]`, `row 3`.

    In prose the words around the key decide, in JSON and YAML how deep it stands; program text is taken to tell it.
    """
    pattern = re.compile(r"(?<![^\W_])" + r"[\W_]{0,3}".join(map(re.escape, leaf)) + r"(?![^\W_])", re.IGNORECASE)
    places = [m.start() for m in pattern.finditer(text[:200_000])][:50]
    if _CODE.search(name):
        return bool(places)
    head = text.lstrip()[:1]
    return any(
        _deep(text, p) if head and head in "[{" else _indented(name, text, p) if re.search(r"\.ya?ml$|\.toml$", name) or _ASSIGNED.search(name) else _said(text, p, holder)
        for p in places
    )


def _deep(text: str, place: int) -> bool:
    """In JSON: within an object of a list, within an object of an object, or in one of several lines that are objects."""
    stack: list[str] = []
    for c in text[:place]:
        if c in "[{":
            stack.append(c)
        elif c in "]}" and stack:
            stack.pop()
    return len(stack) >= 2 or len(re.findall(r"^\s*\{.*\}\s*$", text, re.MULTILINE)) >= 2


def _indented(name: str, text: str, place: int) -> bool:
    line = text[text.rfind("\n", 0, place) + 1 : place]
    if _ASSIGNED.search(name):
        return bool(re.search(r"^\s*\[\[", text[:place], re.MULTILINE))
    return line[:1] in (" ", "\t", "-") or line.lstrip().startswith("#")


def _said(text: str, place: int, holder: str) -> bool:
    start = max((m.end() for m in _CLAUSE.finditer(text, max(0, place - 600), place)), default=max(0, place - 600))
    end = next((m.start() for m in _CLAUSE.finditer(text, place, place + 600)), place + 600)
    noun = _noun(holder)
    each = re.compile(rf"{_EACH.pattern}|\b{re.escape(noun)}(?:s|es)?\b", re.IGNORECASE) if noun else _EACH
    before, after = text[start:place], text[place:end]
    top, many = _last(_TOP, before), _last(each, before)
    if top >= 0 or many >= 0:
        return many > top
    top, many = _first(_TOP, after), _first(each, after)
    if top >= 0:
        return 0 <= many < top
    return "[" not in holder or many >= 0  # `row 3` is the grader's own word for what it reads; `records[0]` stands for a list that has a name


def _noun(holder: str) -> str:
    """`records` of `report.records[0]`, without its plural's s; `row` of `row 3`."""
    found = re.findall(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]|#?\d+)", holder)
    word = found[-1] if found else ""
    return re.sub(r"(?<=\w{3})(?:ies|s)$", lambda m: "y" if m[0] == "ies" else "", word)


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((m.start() for m in pattern.finditer(text)), default=-1)


def _first(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.search(text)
    return found.start() if found else -1
