"""Words that passing runs left: filler, nothing at all, or none of what the prompt lists, where others left real content and pass alike.

The words' side of `shapes`: a check that counts entries, looks for keys or for a file lets all of them pass.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from triage.audit.around import last
from triage.audit.edits import edits

_FILE = re.compile(r"\.(jsonl?|csv|tsv|txt|md|rst|ya?ml|toml|ini|html|xml)$", re.IGNORECASE)
_FILLER = re.compile(
    r"(?:[a-z]|(.)\1{1,}|to-?do|t\.?b\.?[da]\.?|fix ?me|n/?a|none|nil|null|empty|placeholder|filler|lorem ipsum|foo|bar|baz|qux|foobar|dummy|test(?:ing)?|sample|example|asdf\w*|qwerty|blah|stuff|something|anything|whatever|string|text|value|item|step|section|title|content|description|name|entry|line|reason|point|answer|abc|xyz|\.{2,}|-+|\?+|x+|one|two|three|four|five|first|second|third)"
    r"(?:[\s_.-]*(?:here|text|\d{1,2}(?!\d)|[a-e](?!\w)|one|two|three|goes here|content|dolor\b.*))*[.!]?",
    re.IGNORECASE,
)
"""A whole entry that says nothing."""
_NUMBER = re.compile(r"[-+]?\d[\d.,:/%-]*")
_VERDICT = re.compile(r"yes|no|true|false|ok|done|none|pass(?:ed)?|fail(?:ed)?|x|open|closed|high|low|positive|negative|neutral", re.IGNORECASE)
"""Answers that may well be the same throughout."""
_FREE = re.compile(
    r"\b(any|arbitrary|sample|example|dummy|placeholders?|made[- ]up|random|of your choice|whatever|fake|mock|template|skeleton|stub|boilerplate|fixtures?|lorem)\b", re.IGNORECASE
)
"""Prompts that leave the content open."""
_LISTED = re.compile(r"\((?:\d|[a-h]|i{1,3}|iv|v)\)\s*([^,;.()\n]{6,80})")
"""What a prompt lists within a sentence. Not its list items: those are rules as often as content."""
_COPY = "\0copy of "
_COPIES = re.compile(r"\b(cop(y|ies)|duplicate|back ?ups?|mirror|sync\w*|move|rename|clone|snapshot)\b", re.IGNORECASE)
LEAST = 3
"""Fewest passing runs that are compared."""


class Text(NamedTuple):
    """What one passing run left in one file."""

    run_id: str
    step: int | None
    file: str
    text: str


class Poor(NamedTuple):
    """A run whose answer says nothing, for the table `shapes`."""

    text: Text
    what: str
    """`filler`, `empty`, `same` (one entry again and again), `copied` (its input as it was) or `unasked` (none of what the prompt lists)."""


def entries(text: str) -> list[str]:
    """The entries of a text: values of JSON, items of lists, values behind names, cells, else its lines."""
    try:
        return list(_leaves(json.loads(text)))
    except ValueError:
        pass
    found = []
    for line in text.splitlines():
        if re.match(r"\s*#", line):  # headings and remarks are no answers
            continue
        line = re.sub(r"<[^>\n]{1,80}>|[*`]{1,3}|(?<!\w)_{1,2}(?=\w)|^\s*(?:[-*+>]|\d+[.)]|\[[ x]\])+\s+", " ", re.sub(r"^\s*(?:[-*+>]\s+)?\[[ x]\]", "", line))
        line = " ".join(line.split())
        if not line or re.fullmatch(r"[-=+|:\s{}\[\],]*", line):
            continue
        line = re.sub(r"^[\w .-]{1,40}[\"']?\s*[:=]\s*(?=\S)", "", line)
        if re.fullmatch(r"[\w .-]{1,40}:", line):
            continue
        found += [cell.strip(" \"'[]") for cell in (re.split(r"[,;\t|]", line) if len(re.findall(r"[,;\t|]", line)) >= 1 and len(line) < 120 else [line])]
    return [x for x in found if x]


def _leaves(given: object) -> Iterator[str]:
    if isinstance(given, dict):
        for v in given.values():
            yield from _leaves(v)
    elif isinstance(given, list):
        for v in given:
            yield from _leaves(v)
    elif given is not None and not isinstance(given, bool):
        yield str(given)


def left(rows: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str | None], tuple[str, list[Text]]]:
    """What each run left at last in each data or text file, with the prompt, by task version."""
    found: dict[tuple[str, str | None], tuple[str, dict[tuple[str, str], Text]]] = {}
    for row in sorted(rows, key=lambda r: (r["run_id"], r["call"])):
        _, texts = found.setdefault((row["task_id"], row["task_version"]), (row["prompt"] or "", {}))
        for edit in edits(row["name"], row["arguments"]):
            if edit.how == "write" and _FILE.search(edit.path):
                texts[row["run_id"], edit.path] = Text(row["run_id"], row["step"], edit.path, edit.new)
            elif edit.how == "copy" and _FILE.search(edit.path) and _FILE.search(edit.old) and last(edit.old) in (row["prompt"] or "") and last(edit.path) in (row["prompt"] or ""):
                texts[row["run_id"], edit.path] = Text(row["run_id"], row["step"], edit.path, f"{_COPY}{edit.old}")
            elif edit.how in ("append", "replace", "sed", "copy", "delete", "code", "output"):
                texts.pop((row["run_id"], edit.path), None)  # what it holds then is not known
    return {key: (prompt, list(texts.values())) for key, (prompt, texts) in found.items()}


def _groups(texts: Sequence[Text]) -> Iterator[list[Text]]:
    """Texts of different runs for the same thing: files of one name, else of one folder and kind."""
    by_name: dict[str, dict[str, Text]] = defaultdict(dict)
    for t in texts:
        by_name[last(t.file)][t.run_id] = t
    named = {name for name, own in by_name.items() if len(own) >= LEAST}
    by_folder: dict[tuple[str, str], dict[str, Text]] = defaultdict(dict)
    for t in texts:
        if last(t.file) not in named:
            by_folder[t.file.rpartition("/")[0].rsplit("/", 1)[-1], t.file.rsplit(".", 1)[-1]][t.run_id] = t
    for own in [*(by_name[name] for name in sorted(named)), *(by_folder[key] for key in sorted(by_folder))]:
        if len(own) >= LEAST:
            yield list(own.values())


def _body(text: Text, texts: Sequence[Text]) -> str:
    """A table without its header, where most runs have the same; else the whole text."""
    first, _, rest = text.text.lstrip().partition("\n")
    same = sum(t.text.lstrip().partition("\n")[0].strip() == first.strip() for t in texts)
    return rest if re.search(r"\.(csv|tsv)$", text.file) and same >= 0.6 * len(texts) else text.text


def hollow(texts: Sequence[Text]) -> tuple[list[Poor], list[Text]]:
    """Runs that left filler or nothing, and runs that left content, of texts for the same thing."""
    held = {t.run_id: entries(_body(t, texts)) for t in texts}
    common = Counter(e for own in held.values() for e in set(own))
    poor, rich = [], []
    for t in texts:
        if t.text.startswith(_COPY):
            poor.append(Poor(t, "copied"))
            continue
        own = [e for e in held[t.run_id] if common[e] < 0.6 * len(texts)]
        if not held[t.run_id]:
            poor.append(Poor(t, "empty"))
        elif len(words := [e for e in own if not _NUMBER.fullmatch(e)]) >= 2 and sum(not e.strip() or bool(_FILLER.fullmatch(e)) for e in words) >= 0.8 * len(words):
            poor.append(Poor(t, "filler"))
        elif len(own) >= 3 and len(set(own)) == 1 and not _NUMBER.fullmatch(own[0]) and not _VERDICT.fullmatch(own[0]):
            poor.append(Poor(t, "same"))
        elif len(own) >= 2 and sum(bool(re.search(r"[^\W_]{2}.|[一-鿿]{2}", e)) and not _FILLER.fullmatch(e) for e in own) >= 0.4 * len(own) and len(set(own)) >= 2:
            rich.append(t)
    if not rich and any(p.what in ("copied", "empty") for p in poor):
        rich = [t for t in texts if len(held[t.run_id]) >= 2 and all(p.text is not t for p in poor)]
    return poor, rich


def unasked(prompt: str, texts: Sequence[Text]) -> tuple[list[Poor], list[Text]]:
    """Runs that left none of the things that the prompt lists, and runs that left all of them."""
    asked = list(dict.fromkeys(_plain(found) for found in _LISTED.findall(prompt)))
    asked = [x for x in asked if len(x.split()) >= 2 and not re.search(r"[/\\]|\.\w{1,4}\b", x)]
    if len(asked) < 2:
        return [], []
    by_run: dict[str, list[Text]] = defaultdict(list)
    for t in texts:
        by_run[t.run_id].append(t)
    said = {run: _plain(" ".join(t.text for t in own)) for run, own in by_run.items()}
    asked = [x for x in asked if any(x in text for text in said.values())]
    rich = [by_run[run][0] for run, text in said.items() if len(asked) >= 2 and all(x in text for x in asked)]
    words = {w for x in asked for w in x.split() if len(w) > 3}
    poor = [Poor(by_run[run][0], "unasked") for run, text in said.items() if rich and len(by_run[run]) == 1 and sum(w in text for w in words) <= 0.25 * len(words)]
    return poor, rich


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[^\w\s]", " ", text.lower()).split())


def fillers(rows: Iterable[Mapping[str, Any]]) -> list[tuple[Any, ...]]:
    """Rows of `shapes` about words, from rows of the view passing_writes."""
    made: list[tuple[Any, ...]] = []
    for key, (prompt, texts) in sorted(left(rows).items(), key=lambda item: (item[0][0], item[0][1] or "")):
        if _FREE.search(prompt):
            continue
        found: dict[str, Poor] = {}
        others: set[str] = set()
        of = len({t.run_id for t in texts})
        for poor, rich in [*map(hollow, _groups(texts)), *([unasked(prompt, texts)] if of >= LEAST else [])]:
            poor = [p for p in poor if p.what != "copied" or not _COPIES.search(prompt)]
            if poor and rich:
                found = {**{p.text.run_id: p for p in poor}, **found}
                others |= {t.run_id for t in rich}
        weight = "problem" if len(found) >= 2 else "suspicious"
        told = {
            "filler": "filler",
            "empty": "nothing",
            "unasked": "none of what the prompt lists",
            "copied": "a copy of the input",
            "same": "one and the same entry throughout",
        }
        for p in found.values():
            why = f"{len(found)} of {of} passing runs leave {told[p.what]} in {p.text.file}; {len(others)} leave content and pass alike"
            made.append((*key, p.text.run_id, p.text.step, p.text.file, p.what, len(found), of, weight, p.text.text.replace("\0", "")[:300], why))
    return made
