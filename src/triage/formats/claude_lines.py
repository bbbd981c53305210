"""Lines of a Claude Code session file, without parsing those that carry no conversation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from triage.errors import BadInput
from triage.formats import files
from triage.model import Problem

_PROGRESS = re.compile(rb'"type": ?"progress"')
_KIND = re.compile(rb'"type": ?"(?:progress|file-history-snapshot|queue-operation)"')
"""What a line has to have for `_TOP` to match: searched first, since `_TOP` takes as long as parsing where it does not match."""
_TOP = re.compile(rb'[^{}]*?"type": ?"(?:progress|file-history-snapshot|queue-operation)"')
"""A key `type` before any nested object opens. Quotes inside JSON strings are escaped, so an unescaped match is a real key,
and with no brace between it and the line's first one it is a key of the line itself."""
_PARENT = re.compile(rb'[^{}]*?"parentUuid": ?"([^"\\]{1,80})"')
_UUID = re.compile(rb'"uuid": ?"([^"\\]{1,80})"[^{}]*\}\s*$')
_WINDOW = 1200


class Lines:
    """Reads one file. After the loop: `problems`, `truncated`, and `links` (uuid -> parent uuid) of the lines left out."""

    def __init__(self, path: Path, display: str) -> None:
        self.path, self.display = path, display
        self.problems: list[Problem] = []
        self.truncated = False
        self.links: dict[str, str | None] = {}
        self.skipped = 0

    def __iter__(self) -> Iterator[tuple[int, dict[str, Any]]]:
        loads, kind, top, skip = orjson.loads, _KIND.search, _TOP.match, self._skip
        try:
            for number, raw in files.iter_lines(self.path):
                if number == 1:
                    raw = raw.removeprefix(files.BOM)
                nested = raw.find(b"{", 1, _WINDOW)
                if kind(raw, 1, nested if nested > 0 else _WINDOW) and top(raw, 1, _WINDOW) and skip(raw):
                    continue
                try:
                    value = loads(raw)
                except orjson.JSONDecodeError:
                    try:
                        value = files.loads(raw)
                    except BadInput as error:
                        if raw.strip() or not raw:
                            self._bad(number, raw, error)
                        continue
                if isinstance(value, dict):
                    yield number, value
                else:
                    self.problems.append(Problem(self.display, "unknown_record", "a line that is not an object", f"line {number}", "one JSON object a line", "note"))
        except OSError as error:
            self.problems.append(Problem(self.display, "unreadable", f"the file can't be read: {error.strerror or error}", None, "check its permissions"))
        except Exception as error:  # a broken compressed stream ends here, after the lines that were whole
            self.problems.append(Problem(self.display, "bad_compression", f"the compressed stream is broken: {error}", None, "a whole .gz or .zst file"))
            self.truncated = True

    def _skip(self, raw: bytes) -> bool:
        """Whether the line can be left out; remembers its place in the tree of messages, which later lines hang from."""
        if not raw.rstrip().endswith(b"}"):
            return False
        own = _UUID.search(raw, max(0, len(raw) - 400))
        if own is not None:
            parent = _PARENT.match(raw, 1, _WINDOW)
            self.links[own[1].decode("ascii", "replace")] = parent[1].decode("ascii", "replace") if parent else None
        elif b'"parentUuid"' in raw[:_WINDOW]:
            return False
        self.skipped += 1
        return True

    def _bad(self, number: int, raw: bytes, error: BadInput) -> None:
        if not raw:
            self.problems.append(Problem(self.display, "line_too_long", f"a line longer than {files.MAX_LINE:,} bytes was left out", f"line {number}", "one record a line"))
        elif not raw.endswith(b"\n"):
            self.truncated = True
            what = "the last line is cut: the writer was killed or is still writing"
            self.problems.append(Problem(self.display, "truncated_line", what, f"line {number}", "one whole JSON value a line", "warning"))
        else:
            self.problems.append(Problem(self.display, error.kind, error.what, f"line {number}, {error.where or 'offset 0'}", "one whole JSON object a line"))


def abandoned(nodes: dict[str, tuple[str | None, bool]], links: dict[str, str | None], leaf: str | None) -> set[str]:
    """Uuids of messages on branches that were left by an edit or a rewind.

    nodes: uuid -> (parent, whether it is a prompt that a person typed), in file order. Only a prompt that forks off the
    active path starts such a branch: results of parallel calls fork too, and belong to the conversation.
    """
    active: set[str] = set()
    current = leaf
    while current is not None and current not in active:
        active.add(current)
        current = nodes[current][0] if current in nodes else links.get(current)
    left: set[str] = set()
    forks: dict[str, bool] = {}
    for uuid, (parent, prompt) in nodes.items():
        if uuid in active:
            continue
        forked = parent in left or (prompt and _forks(parent, nodes, links, active, forks))
        if forked or (parent in links and parent not in active and _above(parent, links, nodes, left)):
            left.add(uuid)
    return left


def _forks(start: str | None, nodes: dict[str, tuple[str | None, bool]], links: dict[str, str | None], active: set[str], known: dict[str, bool]) -> bool:
    """Whether the chain above a message meets the active path."""
    chain: list[str] = []
    current = start
    found = False
    while current is not None:
        if current in active or known.get(current):
            found = True
            break
        if current in known:
            break
        known[current] = False
        chain.append(current)
        current = nodes[current][0] if current in nodes else links.get(current)
    known.update(dict.fromkeys(chain, found))
    return found


def _above(start: str | None, links: dict[str, str | None], nodes: dict[str, tuple[str | None, bool]], left: set[str]) -> bool:
    """Whether the first message above a line that was left out is on an abandoned branch."""
    current = start
    for _ in range(10_000):
        if current is None or current in nodes:
            break
        current = links.get(current)
    return current in left
