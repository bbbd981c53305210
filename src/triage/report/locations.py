"""Where a finding can be opened in a repository: the file and line of its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from triage.safe_text import one_line


class Location(NamedTuple):
    """A place in a file."""

    file: str
    """Its path, as the store has it."""
    line: int | None
    """The line, from 1."""


def location(finding: Mapping[str, Any]) -> Location | None:
    """The first place of the evidence that names a file, task files before files of runs; None where there is none."""
    places = [e for e in finding["evidence"] if e.get("file")]
    if not places:
        return None
    chosen = next((e for e in places if e.get("channel") in ("task_file", "prompt")), places[0])
    line = chosen.get("line")
    return Location(one_line(chosen["file"], 1000), line if isinstance(line, int) and line > 0 else None)
