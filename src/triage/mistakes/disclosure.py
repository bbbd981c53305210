"""Where an agent could have read what a check wants: one index over all visible text of a task version.

Visible is what was put before the agent: the prompt, files of the environment, results of tool calls. What the agent
wrote itself and what the grader printed is never visible text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from heapq import merge
from itertools import accumulate
from typing import NamedTuple

from triage.mistakes.level import at_its_place
from triage.mistakes.tokens import Atom
from triage.mistakes.values import number, words

LONGEST = 400_000
"""Characters of one text that are indexed."""
SAME = 20
"""Most texts that read alike of which it is asked whether the agent wrote them."""
SELDOM = 6
"""Places of a word in one text up to which each is looked at by itself."""
GAP = 40
"""Characters that may lie between the words of one phrase."""
SHOWN = 3
"""Places told of one atom."""
_ORDER = {"prompt": 0, "file": 1, "output": 2, "listing": 3}
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
    aside: Place | None = None
    """Where the name stands, but for another place than the one at which it is wanted."""
    loosely: bool = False
    """Whether it is a plain word that stands in sentences only, nowhere as a name."""


SAYS_NO = re.compile(
    r"\b(?:can(?:no|')t|cannot|unable to|not (?:allowed|permitted|possible)|forbid\w*|prohibit\w*|must not|may not|do not|don't|never|no longer|will not|won't|are not|is not|refus\w+|declin\w+|rejected|against (?:the )?(?:policy|rules))\b",
    re.IGNORECASE,
)
"""A sentence that forbids."""


_FORBIDDING = (
    "never", "do not", "don't", "no longer", "will not", "won't", "are not", "is not", "declin", "rejected", "can't", "cannot", "can not", "unable to", "not allowed", "not permitted", "not possible", "forbid", "prohibit", "must not", "may not", "refus",
    "against policy", "against rules", "against the policy", "against the rules",
)  # fmt: skip
"""Letters of which a sentence that forbids holds some: looked for first, for they are found faster than the pattern."""


def _forbids(folded: str) -> bool:
    return any(letters in folded for letters in _FORBIDDING)


class Lazily:
    """Sets of words, made as far as somebody asks for them, and kept."""

    def __init__(self, made: Iterator[set[str]]) -> None:
        self._made: list[set[str]] = []
        self._rest = made

    def __iter__(self) -> Iterator[set[str]]:
        place = 0
        while place < len(self._made) or self._more():
            yield self._made[place]
            place += 1

    def __bool__(self) -> bool:
        return bool(self._made) or self._more()

    def _more(self) -> bool:
        found = next(self._rest, None)
        if found is not None:
            self._made.append(found)
        return found is not None


class Visible:
    """What could be read. Texts are split into words only where a question needs it: most never are."""

    def __init__(self, sources: Iterable[Source], opened: Iterable[str] = ()) -> None:
        self.opened = frozenset(opened)
        """Paths of files that some run opened."""
        self.sources: list[Source] = []
        self._joined: dict[int, str] = {}
        self._letters: dict[str, list[int]] = {}
        self.same: dict[int, list[Source]] = {}
        """Further texts that read alike, by the number of the one that is kept."""
        seen: dict[tuple[str, int], int] = {}
        for source in sources:
            mark = (source.area, hash(source.text))
            if not source.text:
                continue
            if mark in seen:
                self.same.setdefault(seen[mark], []).append(source)
            else:
                seen[mark] = len(self.sources)
                self.sources.append(source)
        self._order = sorted(range(len(self.sources)), key=lambda n: _ORDER.get(self.sources[n].area, 9))

    @cached_property
    def _blob(self) -> tuple[str, list[int]]:
        """All texts without their case in one, and where each ends: one search looks through all."""
        folded = [s.text[:LONGEST].casefold() for s in self.sources]
        return "\0".join(folded) + "\0", list(accumulate(len(f) + 1 for f in folded))

    def _with(self, letters: str) -> list[int]:
        """Numbers of the texts in which these letters stand, be it within a word."""
        found = self._letters.get(letters)
        if found is None:
            blob, ends = self._blob
            found, n, at = [], 0, blob.find(letters)
            while at >= 0:
                n = bisect_right(ends, at, n)
                found.append(n)
                at = blob.find(letters, ends[n])
            self._letters[letters] = found
        return found

    def _wordwise(self, n: int) -> str:
        """The words of a text, one space around each."""
        joined = self._joined.get(n)
        if joined is None:
            joined = self._joined[n] = " " + " ".join(words(self.sources[n].text[:LONGEST])) + " "
        return joined

    def _candidates(self, phrase: Sequence[str]) -> set[int]:
        """Texts that hold the letters of every word."""
        common: set[int] | None = None
        for word in sorted(set(phrase), key=len, reverse=True):
            here = self._with(word)
            common = set(here) if common is None else common.intersection(here)
            if not common:
                break
        return common or set()

    @cached_property
    def prohibitions(self) -> Lazily:
        """Words of each sentence that forbids, in what a run could read. Texts are looked through only as far as is asked."""
        return Lazily(self._prohibitions())

    def _prohibitions(self) -> Iterator[set[str]]:
        for source in self.sources:
            if source.area in ("file", "prompt", "output") and _forbids(source.text[:50_000].casefold()):
                for line in source.text[:50_000].split("\n"):
                    if _forbids(line.casefold()):
                        yield from (set(words(sentence)) for sentence in re.split(r"(?<=\.)\s", line) if SAYS_NO.search(sentence))

    def sharing(self, some: Iterable[str], least: int) -> list[int]:
        """Numbers of the texts that hold the letters of at least so many of these words."""
        counts = Counter(n for word in some for n in self._with(word))
        return sorted(n for n, c in counts.items() if c >= least)

    def hits(self, phrase: Sequence[str]) -> Iterator[int]:
        """Numbers of the texts that hold these words, one after the other: the prompt first, then files, then results of calls."""
        candidates = self._candidates(phrase) if phrase else ()
        if candidates:
            for n in self._order if len(candidates) > 20 else sorted(candidates, key=lambda n: (_ORDER.get(self.sources[n].area, 9), n)):
                if n in candidates and self.holds(n, phrase):
                    yield n

    def holds(self, n: int, phrase: Sequence[str]) -> bool:
        """Whether a text holds these words, one after the other. Where the longest of them is seldom only its surroundings are split into words: all text takes far longer."""
        needle = " " + " ".join(phrase) + " "
        if n in self._joined:
            return needle in self._joined[n]
        blob, ends = self._blob
        start, end, text = ends[n - 1] if n else 0, ends[n] - 1, self.sources[n].text
        if end - start != min(len(text), LONGEST):  # letters that have another length without their case
            return needle in self._wordwise(n)
        letters = max(phrase, key=len)
        reach = len(needle) + GAP
        at = blob.find(letters, start, end)
        for _ in range(SELDOM):
            if at < 0:
                return False
            first, last = max(0, at - start - reach), min(end - start, at - start + len(letters) + reach)
            while first > 0 and text[first - 1].isalnum():
                first -= 1
            while last < end - start and text[last].isalnum():
                last += 1
            if needle in f" {' '.join(words(text[first:last]))} ":
                return True
            at = blob.find(letters, at + len(letters), end)
        return at >= 0 and needle in self._wordwise(n)

    def having(self, phrase: Sequence[str]) -> list[int]:
        """Numbers of the texts that hold these words, one after the other."""
        return sorted(self.hits(phrase))

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


def locate(visible: Visible, atom: Atom, authored: Callable[[Source, list[str]], bool] = lambda source, phrase: False) -> Disclosed:
    """Where the atom stands: as a whole first, then by its parts for paths, then by most of its words for wordings.

    authored: tells of a tool result whether the agent itself had written these words before; such a result tells nothing.
    """
    phrase = words(atom.text)
    areas: set[str] = set()
    told: list[int] = []
    opened = loosely = False
    aside: Place | None = None
    marked = marked_as_name(phrase[0]) if atom.kind == "name" and re.fullmatch(r"[a-z]{3,}", atom.text) else None
    for n in _hits(visible, atom, phrase):
        source = visible.sources[n]
        if source.area == "output" and all(_own(visible, n, s, atom, phrase, authored) for s in (source, *visible.same.get(n, ())[:SAME])):
            continue
        if atom.within and not at_its_place(source.name, source.text[:LONGEST], phrase, atom.within):
            aside = aside or visible.place(n, phrase)
            continue
        if marked is not None:
            loosely = not marked.search(source.text[:LONGEST])
            marked = marked if loosely else None
        areas.add(source.area)
        opened |= source.area == "file" and source.name in visible.opened
        told.append(n)
        if len(told) >= SHOWN and areas & {"prompt", "output"}:  # hits come in the order of areas: more would change nothing
            break
    if not told:
        return Disclosed(atom, "nowhere", (), aside)
    state = "prompt" if "prompt" in areas else "observed" if opened or "output" in areas else "readable"
    return Disclosed(atom, state, tuple(visible.place(n, phrase) for n in told[:SHOWN]), aside, loosely)


def _own(visible: Visible, n: int, source: Source, atom: Atom, phrase: list[str], authored: Callable[[Source, list[str]], bool]) -> bool:
    """Whether the agent wrote what tells of the atom there: the whole of it, or half of the pairs of words by which a wording is recognised."""
    if atom.kind != "text" or len(phrase) < 3 or visible.holds(n, phrase):
        return authored(source, phrase)
    pairs = [phrase[i : i + 2] for i in range(len(phrase) - 1) if visible.holds(n, phrase[i : i + 2])]
    return 2 * sum(authored(source, pair) for pair in pairs) >= len(pairs)


def _hits(visible: Visible, atom: Atom, phrase: list[str]) -> Iterator[int]:
    """Texts that hold the atom, by area: those that hold it as a whole; where there are none, by the looser ways of its kind."""
    empty = True
    key = _as_name(atom, phrase)
    for n in visible.hits(phrase):
        if atom.kind == "literal" and atom.text not in visible.sources[n].text:
            continue
        if key is not None and not key.search(visible.sources[n].text[:LONGEST]):
            continue
        empty = False
        yield n
    if empty and atom.kind in ("text", "path"):
        fitting = _templates(visible, atom)
        yield from fitting
        empty = not fitting
    if empty and atom.kind == "number":
        yield from _same_number(visible, atom.text)
    elif empty:
        yield from sorted(_loose(visible, atom, phrase), key=lambda n: _ORDER.get(visible.sources[n].area, 9))


def marked_as_name(word: str) -> re.Pattern[str]:
    """How a text writes a plain word that is a name: in quotes or code, with a value, in brackets, in a list of names, after `key`, `named`, `with`."""
    plain = rf"(?<!/){re.escape(word)}(?!/)"
    return re.compile(
        rf"[\"'`_.\-]{plain}\b|\b{plain}[\"'`_\-(\[]|\b{plain}\s*(?:[:=]|=>)|[{{(\[<|]\s*{plain}\b|\b{plain}\s*[}})\]>|,]|,\s*(?:and\s+|or\s+)?{plain}\b"
        rf"|\b(?:keys?|fields?|columns?|headers?|propert(?:y|ies)|attributes?|named|called|names|with|its|the key|options?|flags?|sections?|tables?|files?|and|or|of)\s+(?:the\s+)?{plain}\b(?!\s+(?:of|from|that|which|in)\b)|^\s*[-*]\s+{plain}\s*$",
        re.IGNORECASE | re.MULTILINE,
    )


_ENDINGS = r"(?:json|jsonl|ndjson|csv|tsv|txt|md|rst|pdf|py|[cm]?js|tsx?|jsx|go|rs|rb|php|java|ya?ml|toml|xml|html?|css|sh|sql|logs?|db|sqlite|parquet|ini|cfg|conf|lock|png|jpe?g|svg|gz|zip|tar|whl|bin|dat|out|proto)"


def _as_name(atom: Atom, phrase: list[str]) -> re.Pattern[str] | None:
    """What must be found where a name is told; None where any place will do."""
    if atom.kind != "name" or not phrase:
        return None
    if len(atom.text) <= 2:  # a word of one or two letters stands everywhere; as a name it is quoted or gets a value
        return re.compile(rf"[\"'`]{re.escape(atom.text)}[\"'`]|(?<!\w){re.escape(atom.text)}\s?[:=]")
    parts = r"[\W_]*".join(map(re.escape, phrase))  # `endpoints.json` names a file, not the key `endpoints`
    return re.compile(rf"(?<![^\W_]){parts}(?![^\W_])(?!\.{_ENDINGS}(?!\w))", re.IGNORECASE)


def _loose(visible: Visible, atom: Atom, phrase: list[str]) -> list[int]:
    if atom.kind == "path" and len(phrase) > 1:
        return _path_parts(visible, atom.text)
    ending = re.fullmatch(rf".+\.{_ENDINGS}(\.\w+)", atom.text) if atom.kind == "name" else None
    if ending:
        return visible._with(ending[1].casefold())  # `notes.txt.orig`: the ending is told, the rest is any file's name
    if atom.kind == "text":
        if not phrase:
            return [n for n, s in enumerate(visible.sources) if atom.text in s.text]
        if len(phrase) >= 3 and " " in atom.text.strip() and any(len(w) > 2 and w.isalpha() for w in phrase):  # of a date, an address or a version some parts stand anywhere
            return [n for _, n in visible.covering(phrase)]
    return []


def _same_number(visible: Visible, text: str) -> Iterator[int]:
    """Texts with another way to write the number, by area. One after the other as they are asked for: small numbers stand everywhere."""
    value = number(text)
    if value is None:
        return
    forms = {f"{value:g}", f"{value:,.0f}", f"{value:.2f}"} if value == round(value, 2) else {f"{value:g}"}
    last = -1
    for n in merge(*(visible.hits(words(f)) for f in sorted(forms)), key=lambda n: (_ORDER.get(visible.sources[n].area, 9), n)):
        if n != last:
            yield n
        last = n


_PLACEHOLDER = re.compile(r"<[\w .-]{1,30}>|\$?\{[\w.: -]{0,30}\}|%[-+\d.]*[sdifgvq]|(?<=/):[a-z]\w*")
"""What stands for a value in a pattern of texts: `<what>`, `{id}`, `%s`, `:id`."""
_PART = re.compile(r"\"[^\"\n]+\"|'[^'\n]+'|`[^`\n]+`|/[\w/{}<>:.-]+")


def _templates(visible: Visible, atom: Atom) -> list[int]:
    """Texts that hold a pattern of which the wanted text is a filling: `depot: <what> (<code>)`, `/parcels/{id}/handover`."""
    plain = " ".join(atom.text.split())
    found = []
    for n in visible.sharing({w for w in words(plain) if len(w) >= 3}, 1):
        for line in visible.sources[n].text[:LONGEST].splitlines():
            if len(line) < 2000 and _PLACEHOLDER.search(line) and any(_fits(part, plain) for part in (*_PART.findall(line), line.strip(" -*#"))):
                found.append(n)
                break
    return found


def _fits(pattern: str, text: str) -> bool:
    """Whether the pattern's literal parts stand in the text in order, with something between them."""
    parts = [" ".join(p.split()) for p in _PLACEHOLDER.split(pattern.strip("\"'`"))]
    if len(parts) < 2 or max((len(w) for p in parts for w in words(p)), default=0) < 3:
        return False
    filling = r"[^/\s]+" if pattern.lstrip("\"'`").startswith("/") else r"\s*.+?\s*"  # within a path, one of its parts
    return re.fullmatch(filling.join(re.escape(p) for p in parts), text, re.IGNORECASE) is not None


_WORKING = re.compile(r"^(?:/app|/workspace|/work|/testbed|/repo|/project|/src|/root|/tmp|/home/[\w.-]+|/Users/[\w.-]+)/")
"""Folders that agents usually work in: a name that the prompt tells is meant there."""


def _path_parts(visible: Visible, path: str) -> list[int]:
    """A path is told where its name is told and each of its folders is told too, anywhere (`write x.json into /out`)."""
    parts = [p for p in re.split(r"[/\\]", _WORKING.sub("", path)) if p not in ("", ".", "..", "~")]
    hits = [visible.having(words(p)) for p in parts]
    return hits[-1] if hits and all(hits) else []
