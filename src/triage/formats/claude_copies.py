"""Sessions that were resumed into a new file: older versions copy the earlier lines, with their uuids, and go on there."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Set
from functools import lru_cache
from pathlib import Path

from triage.errors import BadInput
from triage.formats import files

_FIRST = re.compile(rb'"type": ?"user"')
_UUID = re.compile(rb'"uuid": ?"([^"\\]{1,80})"')
_HEAD = 16 * 1024


def continued_in(path: Path, messages: Callable[[], Set[str]]) -> str | None:
    """Name of the file beside this one that holds all of its messages and more; None where there is none.

    messages: their uuids, asked for only where another file starts like this one. Of two files with the same messages,
    the one whose name sorts last is kept.
    """
    try:
        with files.open_bytes(path) as stream:
            first = _first(stream.read(_HEAD))
        sharing = _by_first(str(path.parent), os.stat(path.parent).st_mtime_ns).get(first, ()) if first else ()
    except (OSError, EOFError, ValueError):
        return None
    others = [name for name in sharing if name != path.name]
    uuids = messages() if others else frozenset()
    for name in others if uuids else ():
        try:
            theirs = {found.decode("utf-8", "replace") for found in _UUID.findall(files.read_bytes(path.parent / name))}
        except BadInput:
            continue
        if uuids <= theirs and (len(theirs) > len(uuids) or name > path.name):
            return name
    return None


def _first(head: bytes) -> bytes | None:
    """Uuid of the first line of a user."""
    for line in head.split(b"\n"):
        if _FIRST.search(line[:2000]):
            found = _UUID.search(line)
            if found:
                return found[1]
    return None


@lru_cache(maxsize=16)
def _by_first(folder: str, changed: int) -> dict[bytes, tuple[str, ...]]:
    """Session files of a folder that start with the same message."""
    found: dict[bytes, list[str]] = {}
    for name in os.listdir(folder):
        if ".jsonl" not in name or name.startswith("agent-"):
            continue
        try:
            with open(os.path.join(folder, name), "rb", buffering=0) as stream:
                first = _first(stream.read(_HEAD))
        except OSError:
            continue
        if first:
            found.setdefault(first, []).append(name)
    return {first: tuple(sorted(names)) for first, names in found.items() if len(names) > 1}
