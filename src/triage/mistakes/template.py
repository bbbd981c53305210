"""Templates of failure messages: which of very many messages are the same sentence with other fillings.

A tree in the manner of Drain (He et al., "Drain: An Online Log Parsing Approach with Fixed Depth Tree", ICWS 2017), with
two changes that failure messages need: literals in quotes are one token whatever stands in them, and a leaf is found by
the message's head and its punctuation instead of its length, since paths and lists make the length vary. One pass,
linear in the number of messages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

MOST = 2000
"""Characters of a message that its template is made of."""

_VOLATILE = re.compile(
    r"(?P<uuid>\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b)"
    r"|(?P<addr>\b0x[0-9a-fA-F]+\b)"
    r"|(?P<time>\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)"
    r"|(?P<tmp>(?:/private)?(?:/var/folders|/tmp|/var/tmp)/[^\s'\",:;)\]]+)"
    r"|(?P<took>\b\d+(?:\.\d+)?\s?(?:ms|µs|us|ns|s|secs?|seconds|m|minutes)\b)"
    r"|(?P<line>(?<=line )\d+|(?<=\.py:)\d+(?::\d+)?|(?<=\.js:)\d+(?::\d+)?|(?<=\.ts:)\d+(?::\d+)?|(?<=\.go:)\d+(?::\d+)?|(?<=\.rs:)\d+(?::\d+)?|(?<=\.java:)\d+)"
    r"|(?P<pid>(?<=pid )\d+|(?<=pid=)\d+|(?<=port )\d+)"
)


def key(message: str) -> str:
    """The message with what changes from run to run masked (addresses, times, temporary paths, line numbers, uuids).

    Expected and actual literals are kept: two runs with the same key failed in the same way.
    """
    return " ".join(_VOLATILE.sub(lambda m: f"<{m.lastgroup}>", message[:MOST]).split())


class Template(NamedTuple):
    """One template and what it covers."""

    number: int
    """Its number, in order of appearance."""
    text: str
    """The words that all its messages share, `<*>` where they differ."""
    messages: int
    """How many messages it covers."""


_SPAN = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`|\[[^\[\]\n]*\]|\([\d., ]*\)|\{[^{}\n]*\}|<\d[^>\n]*>")
"""Literals and lists: one filling each, whatever stands in them."""
_FILLING = re.compile(r"[\d_/\\]|[a-z][A-Z]|[^\W\d]\.\w|#\w")
"""A word with any of these is a number, an id, a path or a name."""
_KIND = ("Error:", "Error", "Exception:", "Exception", "Error(s)", "Failure:", "Violation:")
"""Ends of words that name the kind of a failure: never a filling."""
_KNOWN: dict[str, str] = {}
"""Words already judged; failure messages are made of few words that are not fillings."""


def _span(m: re.Match[str]) -> str:
    """A quoted literal and a bare one are not the same filling: `KeyError: 'x'` and `KeyError: 3` differ."""
    return "'*'" if m[0][0] in "\"'`" else "*"


def _word(word: str) -> str:
    judged = word if word.endswith(_KIND) and "/" not in word else "*" if "*" in word or _FILLING.search(word) else word
    if judged != "*" and len(_KNOWN) < 50_000:
        _KNOWN[word] = judged
    return judged


def skeleton(message: str) -> str:
    """The message without anything that may be a filling: literals, lists, paths, numbers, names."""
    known = _KNOWN.get
    return " ".join([known(w) or _word(w) for w in _SPAN.sub(_span, message[:MOST]).split()])


class Templates:
    """A growing set of templates. `add` gives the number of the template of a message."""

    similarity = 0.62
    """Least share of equal words at which a message joins a template of the same leaf."""

    def __init__(self) -> None:
        self._exact: dict[str, int] = {}
        self._leaves: dict[tuple[str, ...], list[int]] = {}
        self._tokens: list[list[str]] = []
        self._counts: list[int] = []

    def add(self, message: str) -> int:
        """Number of the message's template; a new one where none is similar enough."""
        shape = skeleton(message)
        number = self._exact.get(shape)
        if number is None:
            number = self._place(shape)
            if len(self._exact) < 500_000:
                self._exact[shape] = number
        self._counts[number] += 1
        return number

    def _place(self, shape: str) -> int:
        tokens = shape.split(" ")
        leaf = _leaf(tokens)
        best, best_score = -1, 0.0
        group = self._leaves.setdefault(leaf, [])
        for number in group:
            score = _similar(self._tokens[number], tokens)
            if score > best_score:
                best, best_score = number, score
        if best >= 0 and best_score >= self.similarity:
            self._tokens[best] = _merge(self._tokens[best], tokens)
            return best
        self._tokens.append(tokens)
        self._counts.append(0)
        group.append(len(self._tokens) - 1)
        return len(self._tokens) - 1

    def settle(self) -> dict[int, int]:
        """Join templates that became alike as they grew. Returns the new number of each that is no more."""
        same: dict[int, int] = {}
        for group in self._leaves.values():
            kept: list[int] = []
            for number in sorted(group, key=lambda n: (-self._counts[n], n)):
                into = next(
                    (k for k in kept[:200] if len(self._tokens[k]) == len(self._tokens[number]) and _similar(self._tokens[k], self._tokens[number]) >= self.similarity), None
                )
                if into is None:
                    kept.append(number)
                else:
                    same[number] = into
                    self._counts[into] += self._counts[number]
                    self._counts[number] = 0
            group[:] = kept
        return same

    def templates(self) -> list[Template]:
        """All templates so far."""
        return [Template(i, " ".join(t).replace("*", "<*>"), self._counts[i]) for i, t in enumerate(self._tokens) if self._counts[i]]


def _fixed(tokens: Sequence[str]) -> list[str]:
    return [t for t in tokens if "*" not in t]


def _leaf(tokens: Sequence[str]) -> tuple[str, ...]:
    """Where the tree leads: the first word that is no filling."""
    return tuple(_fixed(tokens)[:1])


def _similar(a: Sequence[str], b: Sequence[str]) -> float:
    """Share of words that are equal; 0 where two plain words stand against each other in the same place.

    A filling may stand for any word. Messages of different length are compared from both ends, fillings apart.
    """
    if len(a) == len(b):
        equal = plain = 0
        for x, y in zip(a, b, strict=True):
            if "*" in x or "*" in y:
                plain += x != y
            elif x == y:
                equal += 1
                plain += 1
            else:
                return 0.0
        return equal / plain if plain else 1.0
    left, right = _fixed(a), _fixed(b)
    n, start, end = min(len(left), len(right)), 0, 0
    while start < n and left[start] == right[start]:
        start += 1
    while end < n - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return 2 * (start + end) / max(1, len(left) + len(right)) - 0.2


def _merge(a: Sequence[str], b: Sequence[str]) -> list[str]:
    if len(a) == len(b):
        return [x if x == y else "*" for x, y in zip(a, b, strict=True)]
    return list(a)


def template_numbers(messages: Iterable[str]) -> tuple[list[int], list[Template]]:
    """The template number of each message, and the templates."""
    tree = Templates()
    add = tree.add
    numbers = [add(m) for m in messages]
    same = tree.settle()
    if same:
        numbers = [same.get(n, n) for n in numbers]
    return numbers, tree.templates()
