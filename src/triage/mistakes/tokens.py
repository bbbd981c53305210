"""Atoms of what a check wants: the names, paths, texts and numbers that an agent would have to know."""

from __future__ import annotations

import re
from typing import NamedTuple

from triage.mistakes.parse import Mistake
from triage.mistakes.values import is_digest, items, number, strip_quotes, words

MOST = 24
"""Most atoms of one mistake."""
_COMMON = frozenset(
    [
        "true",
        "false",
        "none",
        "null",
        "nil",
        "yes",
        "no",
        "ok",
        "error",
        "int",
        "str",
        "list",
        "dict",
        "float",
        "bool",
        "object",
        "type",
        "value",
        "values",
        "key",
        "keys",
        "file",
        "files",
        "missing",
        "the",
        "a",
        "an",
        "of",
        "to",
        "in",
        "is",
        "not",
    ]
)
_PATHLIKE = re.compile(r"(?:[\w.@~\[\]-]+|(?<![\w]))(?:[/\\][\w.@\[\]{}*-]+)+/?|[\w-]+\.(?:[a-z][a-z0-9]{0,4})\b")
_INDEXED = re.compile(r"[A-Za-z_][\w-]*(?:\[[^\]\s]{1,40}\]|\.[A-Za-z_][\w-]*)+")
_IDENTIFIER = re.compile(r"\b(?:[A-Za-z]\w*_\w+|_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|--[a-z][\w-]+)\b")
_NUMBER = re.compile(r"(?<![\w.])-?(?:\d[\d,]*\.\d+|\d{3,})(?![\w.]*\w)")


class Atom(NamedTuple):
    """One thing that the check enforces."""

    text: str
    """As the check spells it."""
    kind: str
    """`name`, `path`, `text`, `number`, `digest`, or `literal` (to be found letter by letter)."""
    within: str = ""
    """What must hold the name (`records[0]`, `row 3`); empty where it may stand anywhere."""


def atoms(mistake: Mistake) -> list[Atom]:
    """The atoms of the expected side of a mistake; none where the message does not tell what was expected."""
    if not mistake.expected or mistake.shape in ("type", "call"):
        return []
    found: dict[str, Atom] = {}
    told = _told_apart(mistake)
    if told:
        return told
    for item in items(mistake.expected) if mistake.shape in ("name", "contains") else [strip_quotes(mistake.expected)]:
        for atom in _atoms_of(item, mistake.shape):
            if mistake.shape == "name" and atom.kind == "name":
                atom = _placed(atom, mistake.where)
            found.setdefault(atom.text.casefold(), atom)
    return list(found.values())[:MOST]


_INNER = re.compile(r"(?<![\w\"'`])(?:\"([^\"\n]{2,60})\"|'([^'\n]{2,60})'|`([^`\n]{2,60})`)(?![\w\"'`])")


_SPELLED = re.compile(r"(?<![\w/.-])(?:[A-Za-z]+_\w+|--[a-z][\w-]+|[a-z]+[A-Z]\w*)(?![\w/-])")
"""A name that no sentence of plain words holds by chance."""


def _told_apart(mistake: Mistake) -> list[Atom]:
    """The quoted tokens of a wanted side that is a phrase about them (`header 'X-Trace' on the call`): they are wanted, the phrase is the grader's."""
    wanted = (mistake.expected or "").strip()
    if mistake.shape not in ("text", "contains", "value") or not wanted or wanted[0] in "\"'`[{(<":
        return []
    pattern = _INNER if _INNER.search(wanted) else _SPELLED
    inner = [next(filter(None, hit)) if isinstance(hit, tuple) else hit for hit in pattern.findall(wanted)]
    around = words(pattern.sub(" ", wanted))
    if pattern is _SPELLED and (len(around) < 2 or not all(w.islower() for w in re.findall(r"[A-Za-z]+", pattern.sub(" ", wanted)))):
        return []
    if not inner or not around or not all(w.isalpha() for w in around):
        return []
    return [Atom(t, "path" if _PATHLIKE.fullmatch(t) else "name" if re.fullmatch(r"[\w.:$@-]+", t) else "text") for t in inner]


_HOLDER = re.compile(r"[A-Za-z_][\w.]*\[[^\]\n]*\](?:\.\w+)*|[A-Za-z][\w ]*? #?\d+")


def _placed(atom: Atom, where: str | None) -> Atom:
    """The name with what must hold it: `records[0].version` is `version` within `records[0]`, and so is `version` at the place `records[0]`."""
    split = re.fullmatch(r"(?P<within>.*\])\.?(?P<leaf>[A-Za-z_$][\w$-]*)", atom.text)
    if split:
        return Atom(split["leaf"], "name", split["within"])
    return atom._replace(within=where) if where and _HOLDER.fullmatch(where) else atom


_CALL = re.compile(r"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(/\S*)")
"""A request: its path is what must be known."""


_PATTERN = re.compile(r"^/.+/[a-z]*$|\\[dwsbS]|\.\*|\.\+|^\^|[^\\]\$$|\[\^?[a-zA-Z0-9]-[a-zA-Z0-9]")
_OPERATOR = re.compile(r"\\[dwsbDWSB](?:[+*?]|\{\d[\d,]*\})?|\[[^\]]*\](?:[+*?]|\{\d[\d,]*\})?|\(\?[:!=<]*|[\^$()|]|\.[*+?]+|\{\d[\d,]*\}|(?<=[)\w])[+*?]")


_MARKED = re.compile(r"[A-Z]{2,}[-_:/#]|[A-Za-z]{2,}[:#]")
"""A mark at the start of a number or an id (`ROW-`): as a word of a sentence it tells nothing."""


def _literals(pattern: str) -> list[Atom]:
    """What a regular expression holds literally: each run of it between operators that has a word."""
    plain = re.sub(r"^/|/[a-z]*$", "", pattern)
    plain = re.sub(r"\\([\[\]().+*?{}|^$/-])", lambda m: chr(0xE000 + ord(m[1])), plain)
    runs = ["".join(chr(ord(c) - 0xE000) if 0xE000 <= ord(c) < 0xE100 else c for c in run).strip() for run in _OPERATOR.split(plain)]
    return [
        Atom(run, "literal" if _MARKED.fullmatch(run) else "name" if len(words(run)) == 1 else "text") for run in runs if any(len(w) >= 2 and not w.isdigit() for w in words(run))
    ]


def _atoms_of(item: str, shape: str) -> list[Atom]:
    item = strip_quotes(item)
    call = _CALL.fullmatch(item)
    if call and len(call[1]) > 1:
        return [Atom(call[1], "path")]
    if shape in ("contains", "text", "value") and _PATTERN.search(item):
        return _literals(item)
    if not item:
        return []
    if is_digest(item):
        return [Atom(item, "digest")]
    if number(item) is not None:
        return [Atom(item, "number")]
    if _PATHLIKE.fullmatch(item) and ("/" in item or "\\" in item or not _INDEXED.fullmatch(item) or shape == "name"):
        return [Atom(item, "path" if "[" not in item else "name")]
    if shape == "name":
        return [Atom(item, "name")]
    own = words(item)
    if shape in ("text", "contains") or (len(own) >= 2 and len(item) <= 200 and item[:1] not in "[{("):
        return [Atom(item, "text")]
    if len(own) == 1 and item.casefold() not in _COMMON:
        return [Atom(item, "name")]
    return [Atom(m[0], kind) for pattern, kind in ((_PATHLIKE, "path"), (_INDEXED, "name"), (_IDENTIFIER, "name"), (_NUMBER, "number")) for m in pattern.finditer(item)]
