"""What the tests of readers share: the cases, a walk that asks the readers in order, and a check of every record's types."""

from __future__ import annotations

import os
import typing
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from triage.formats import FORMATS, load
from triage.formats.source import Source
from triage.model import Record

CASES = Path(__file__).parent / "cases" / "formats"


def cases() -> list[Path]:
    """Every folder of tests/cases/formats/<format>/ that has an expected.json."""
    return sorted(path.parent for path in CASES.glob("*/*/expected.json"))


def inputs(case: Path) -> Path:
    """The case's input: a folder `input`, or a file `input.*`."""
    folder = case / "input"
    return folder if folder.is_dir() else next(path for path in sorted(case.iterdir()) if path.name.startswith("input."))


def walk(path: Path, shown: str) -> Iterator[tuple[str, Source]]:
    """The reader that takes each file or folder, asked in order of precedence; a folder that is taken is not walked into."""
    source = Source(path, shown)
    for name in FORMATS:
        if load(name).recognise(source):
            yield name, source
            return
    if source.is_dir:
        for entry in sorted(os.listdir(path)):
            yield from walk(path / entry, f"{shown}/{entry}")


@cache
def _allowed(kind: type) -> dict[str, tuple[type, ...]]:
    hints = typing.get_type_hints(kind)
    return {name: tuple(typing.get_args(hint) or (hint,)) for name, hint in hints.items()}


def wrong_types(record: Record) -> list[str]:
    """Fields whose value is not of the declared type; whole numbers are fine where a float is declared."""
    found = []
    for name, allowed in _allowed(type(record)).items():
        value = getattr(record, name)
        kinds = (*allowed, int) if float in allowed else allowed
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in allowed):
            found.append(f"{type(record).__name__}.{name} = {value!r:.80}")
    return found
