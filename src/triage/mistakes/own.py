"""What a run wrote itself: words that come back from its own files and programs tell nothing of the task."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from triage.mistakes.disclosure import Source
from triage.mistakes.facts import Call, RunFacts
from triage.mistakes.values import words
from triage.store.mistake_rows import ARGUMENTS as CUT

_SEARCH = re.compile(r"\b(?:grep|rg|ag|find|locate|search)\b")
_WRITES = re.compile(r"write|edit|create|replace|insert|patch|append|notebook|save", re.IGNORECASE)
"""Tools that write."""
_PUTS = re.compile(r"<<|(?<![-=<])>{1,2}(?!=)|\btee\b|\.write|open\(|\bdump\(|\becho\b|\bsed -i")
"""Commands that write."""
_ESCAPED = re.compile(r"\\+[nrt\"'/]")
_TARGET = re.compile(
    r"\"(?:path|file_path|filename|file|target_file|filePath)\"\s*:\s*\"([^\"]+)\"|(?:(?<![-=<])>{1,2}|\btee(?: -a)?|\s-o|\bopen\(|\bto_\w+\(|\bPath\(|writeFile\w*\(|\bcreate\()\s*[\"'`]?([\w./~-]*\w\.\w{1,6})\b"
)
"""Files that a call writes: the argument of a writing tool, or where a command or program sends its output."""
_RUN = re.compile(r"\b(?:python[\d.]*|node|ruby|php|perl|bash|sh|go run|cargo run|deno|bun|npx|java)\s+[\w./~-]+")
"""A program that is run, not read."""
_FILE = re.compile(r"(?<![\w-])[\w./~-]*[\w-]\.[A-Za-z]\w{0,5}\b(?!\()")


def plain(arguments: str) -> str:
    """Arguments without the escapes of their JSON: `\\nname` holds the word `name`."""
    return _ESCAPED.sub(" ", arguments)


class Own:
    """Of each run: whether words, or the file that it reads, are its own."""

    def __init__(self, runs: Mapping[str, RunFacts], files: Sequence[str] = ()) -> None:
        self._runs = runs
        self._given = frozenset(f.rsplit("/", 1)[-1] for f in files)

    def wrote(self, source: Source, phrase: Sequence[str]) -> bool:
        """Whether the run that got this result had written these words before, or reads a file back that it made."""
        run_id, _, at = source.name.removeprefix("tool:").rpartition(":")
        run = self._runs.get(run_id)
        if run is None:
            return False
        step = int(at) if at.isdigit() else 0
        before = [c for c in run.calls if c.step is None or c.step <= step]
        return _said(before, phrase) or self._reads_own(before, [c for c in before if c.step == step and c.result == source.text])

    def _reads_own(self, before: Iterable[Call], reading: Sequence[Call]) -> bool:
        """Only of files whose writing is cut: of others it is known whether the words were in it; a file may also hold what was fetched."""
        cut = [c for c in before if len(c.arguments) >= CUT and _writes(c)]
        if not cut:
            return False
        read = {_base(f) for c in reading for f in _FILE.findall(_RUN.sub(" ", plain(c.arguments)))}
        made = {_base(f) for c in cut for hit in _TARGET.findall(c.arguments.replace('\\"', '"')) for f in hit if f}
        return bool(read) and not read & self._given and read <= made


def _base(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _said(calls: Iterable[Call], phrase: Sequence[str]) -> bool:
    letters = max(phrase, key=len, default="")  # far quicker to look for than to split all arguments into words
    needle = " " + " ".join(phrase) + " "
    return any(letters in c.arguments.casefold() and not (_SEARCH.search(c.arguments) and not _writes(c)) and needle in f" {' '.join(words(plain(c.arguments)))} " for c in calls)


def _writes(call: Call) -> bool:
    return bool(_WRITES.search(call.name) or _PUTS.search(call.arguments))
