"""Where an agent could have read what a check wants: one index over all visible text of a task version.

Visible is what was put before the agent: the prompt, files of the environment, results of tool calls. What the agent
wrote itself and what the grader printed is never visible text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from triage.mistakes.tokens import Atom
from triage.mistakes.values import number, words

LONGEST = 400_000
"""Characters of one text that are indexed."""
COVER = 0.6
"""A wording counts as told where this share of its words stands in one text in runs of two or more."""


class Source(NamedTuple):
    """One visible text."""

    name: str
    """`prompt`, a file's path, or `tool:<run>:<step>`."""
    area: str
    """`prompt`, `file`, `output` or `listing` (names only)."""
    text: str
    """Its text."""


class Place(NamedTuple):
    """Where an atom stands."""

    source: str
    """Name of the text."""
    area: str
    """Its area."""
    line: int | None
    """Line in it, from 1; null for loose matches."""
    quote: str
    """The line, verbatim."""


class Disclosed(NamedTuple):
    """One atom and where it stands."""

    atom: Atom
    """What the check wants."""
    state: str
    """`prompt`, `observed` (a tool result of some run), `readable` (a file that nobody read), `nowhere`; `computed` for values that no text needs to contain."""
    places: tuple[Place, ...]
    """Up to three places."""


SAYS_NO = re.compile(
    r"\b(?:can(?:no|')t|cannot|unable to|not (?:allowed|permitted|possible)|forbid\w*|prohibit\w*|must not|may not|refus\w+|against (?:the )?(?:policy|rules))\b", re.IGNORECASE
)
"""A sentence that forbids."""


class Visible:
    """The index. Built once for a task version; each question then costs a few set look-ups."""

    def __init__(self, sources: Iterable[Source], opened: Iterable[str] = ()) -> None:
        self.opened = frozenset(opened)
        """Paths of files that some run opened."""
        self.sources: list[Source] = []
        self._joined: list[str] = []
        self._by_word: dict[str, list[int]] = {}
        seen: set[tuple[str, int]] = set()
        for source in sources:
            mark = (source.area, hash(source.text))
            if not source.text or mark in seen:
                continue
            seen.add(mark)
            self._add(source)

    def _add(self, source: Source) -> None:
        number_, text = len(self.sources), source.text[:LONGEST]
        self.sources.append(source)
        own = words(text)
        self._joined.append(" " + " ".join(own) + " ")
        for word in set(own):
            self._by_word.setdefault(word, []).append(number_)

    @cached_property
    def prohibitions(self) -> list[set[str]]:
        """Words of each sentence that forbids, in what a run could read."""
        return [set(words(line)) for s in self.sources if s.area in ("file", "prompt", "output") for line in re.split(r"\n|(?<=\.)\s", s.text[:50_000]) if SAYS_NO.search(line)]

    def having(self, phrase: Sequence[str]) -> list[int]:
        """Numbers of the texts that hold these words, one after the other."""
        if not phrase:
            return []
        lists = sorted((self._by_word.get(w, []) for w in phrase), key=len)
        if not lists[0]:
            return []
        common = set(lists[0])
        for other in lists[1:]:
            common.intersection_update(other)
            if not common:
                return []
        needle = " " + " ".join(phrase) + " "
        return [n for n in sorted(common) if needle in self._joined[n]]

    def having_all(self, parts: Sequence[str]) -> list[int]:
        """Numbers of the texts that hold all words, in any order."""
        if not parts or any(p not in self._by_word for p in parts):
            return []
        common = set(self._by_word[parts[0]])
        for p in parts[1:]:
            common.intersection_update(self._by_word[p])
        return sorted(common)

    def covering(self, phrase: Sequence[str]) -> list[tuple[float, int]]:
        """Texts that hold at least COVER of the words in runs of two or more, best first."""
        pairs: dict[int, set[int]] = {}
        for i in range(len(phrase) - 1):
            for n in self.having(phrase[i : i + 2]):
                pairs.setdefault(n, set()).update((i, i + 1))
        good = [(len(held) / len(phrase), n) for n, held in pairs.items()]
        return sorted((g for g in good if g[0] >= COVER), key=lambda g: (-g[0], g[1]))

    def place(self, n: int, phrase: Sequence[str]) -> Place:
        """The line of a text that holds most of the words."""
        source = self.sources[n]
        wanted = set(phrase)
        best, best_line, quote = 0, None, source.text[:200]
        for number_, line in enumerate(source.text[:LONGEST].splitlines(), 1):
            hits = len(wanted.intersection(words(line)))
            if hits > best:
                best, best_line, quote = hits, number_, line.strip()[:300]
                if hits == len(wanted):
                    break
        return Place(source.name, source.area, best_line, quote)


_ORDER = {"prompt": 0, "file": 1, "output": 2, "listing": 3}


def locate(visible: Visible, atom: Atom, authored: Callable[[Source, list[str]], bool] = lambda source, phrase: False) -> Disclosed:
    """Where the atom stands: as a whole first, then by its parts for paths, then by most of its words for wordings.

    authored: tells of a tool result whether the agent itself had written these words before; such a result tells nothing.
    """
    phrase = words(atom.text)
    found = visible.having(phrase)
    if not found and atom.kind == "number":
        found = _same_number(visible, atom.text)
    if not found and atom.kind == "path" and len(phrase) > 1:
        found = _path_parts(visible, atom.text)
    if not found and atom.kind == "text" and len(phrase) >= 3:
        found = [n for _, n in visible.covering(phrase)]
    if not found and atom.kind == "text" and not phrase:
        found = [n for n, s in enumerate(visible.sources) if atom.text in s.text]
    found = [n for n in found if visible.sources[n].area != "output" or not authored(visible.sources[n], phrase)]
    if not found:
        return Disclosed(atom, "nowhere", ())
    found.sort(key=lambda n: _ORDER.get(visible.sources[n].area, 9))
    areas = {visible.sources[n].area for n in found}
    observed = "output" in areas or any(visible.sources[n].name in visible.opened for n in found if visible.sources[n].area == "file")
    state = "prompt" if "prompt" in areas else "observed" if observed else "readable"
    return Disclosed(atom, state, tuple(visible.place(n, phrase) for n in found[:3]))


def _same_number(visible: Visible, text: str) -> list[int]:
    value = number(text)
    if value is None:
        return []
    forms = {f"{value:g}", f"{value:,.0f}", f"{value:.2f}"} if value == round(value, 2) else {f"{value:g}"}
    return sorted({n for f in forms for n in visible.having(words(f))})


_WORKING = re.compile(r"^(?:/app|/workspace|/work|/testbed|/repo|/project|/src|/root|/tmp|/home/[\w.-]+|/Users/[\w.-]+)/")
"""Folders that agents usually work in: a name that the prompt tells is meant there."""


def _path_parts(visible: Visible, path: str) -> list[int]:
    """A path is told where its name is told and each of its folders is told too, anywhere (`write x.json into /out`)."""
    parts = [p for p in re.split(r"[/\\]", _WORKING.sub("", path)) if p not in ("", ".", "..", "~")]
    hits = [visible.having(words(p)) for p in parts]
    return hits[-1] if hits and all(hits) else []
