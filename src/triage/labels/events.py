"""Reading label events and folding them to the labels that count now. What can't be read is named by file and line."""

from __future__ import annotations

import getpass
import os
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import orjson

from triage.labels.taxonomy import NOTED, WITHDRAWN
from triage.model import Label

ORIGINS = ("read", "inherited", "imported")

_TEXT = {"run_digest", "task_id", "task_version", "cluster_id", "note", "supersedes"}
_NUMBERS = {"seconds", "steps_seen"}


class Broken(NamedTuple):
    """A line of a label file that can't be read. It stays in the file."""

    path: str
    """The file."""
    line: int
    """The line, from 1."""
    what: str
    """What is wrong with it."""
    text: str
    """The line, its first 200 characters."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


class LabelFiles(NamedTuple):
    """Everything that a folder of label files says."""

    events: list[Label]
    """Every event that could be read, in order of time, each once."""
    broken: list[Broken]
    """Every line that could not."""


def read_events(folder: Path) -> LabelFiles:
    """Read every `*.jsonl` of the folder. A missing folder is an empty one; a broken line never hides the others."""
    found: dict[str, Label] = {}
    broken: list[Broken] = []
    for path in sorted(folder.glob("*.jsonl")) if folder.is_dir() else []:
        try:
            lines = path.read_bytes().split(b"\n")
        except OSError as error:
            broken.append(Broken(str(path), 0, f"the file can't be read: {error.strerror}", ""))
            continue
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                label = parse(line)
                found.setdefault(label.label_id, label)
            except ValueError as error:
                broken.append(Broken(str(path), number, str(error), line[:200].decode(errors="replace")))
    return LabelFiles(sorted(found.values(), key=lambda e: instant(e.at)), broken)


def parse(line: bytes) -> Label:
    """One event from its line. Raises ValueError that says what is wrong."""
    if line.lstrip()[:7] in (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||"):
        raise ValueError("a merge conflict marker: remove it, and keep the lines on both sides of it")
    try:
        data = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise ValueError(f"not a JSON object, perhaps cut: {error}") from error
    if not isinstance(data, dict):
        raise ValueError("not a JSON object")
    return from_fields(data)


def from_fields(data: Mapping[str, object]) -> Label:
    """A label from its fields; unknown fields are left out. Raises ValueError where a needed one is missing or of a wrong type."""
    for name in ("label_id", "run_id", "verdict", "annotator", "at"):
        if not isinstance(data.get(name), str) or not data[name]:
            raise ValueError(f"the field {name} is missing or not text")
    origin = data.get("origin", "read")
    if origin not in ORIGINS:
        raise ValueError(f"origin is {origin!r}, not one of {', '.join(ORIGINS)}")
    values: dict[str, object] = {"origin": origin, "blind": data.get("blind") is True}
    for name in Label._fields:
        if name not in values:
            values[name] = _value(name, data.get(name))
    return Label(**values)  # type: ignore[arg-type]


def _value(name: str, value: object) -> object:
    if value is None:
        return None
    if name in _NUMBERS:
        right = isinstance(value, (int, float)) and not isinstance(value, bool)
        return float(value) if right and isinstance(value, (int, float)) else _wrong(name, value)
    if name == "step":
        return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63 else _wrong(name, value)
    return value if isinstance(value, str) else _wrong(name, value)


def _wrong(name: str, value: object) -> object:
    raise ValueError(f"the field {name} is a {type(value).__name__}")


def instant(at: str) -> float:
    """Seconds since the epoch; 0 for a time that can't be read."""
    try:
        when = datetime.fromisoformat(at)
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0


def fold(events: Iterable[Label]) -> dict[tuple[str, str], Label]:
    """The label that counts now for each (run_id, annotator).

    The newest event counts. A `withdrawn` event takes back the event that it supersedes, so that the one before counts
    again; without `supersedes` it takes back all earlier ones of the run. A `noted` event is no label.
    """
    events = list(events)
    gone = {e.supersedes for e in events if e.verdict == WITHDRAWN and e.supersedes}
    current: dict[tuple[str, str], Label] = {}
    for event in events:
        key = (event.run_id, event.annotator)
        if event.verdict == NOTED:
            continue
        if event.verdict != WITHDRAWN:
            if event.label_id not in gone:
                current[key] = event
        elif not event.supersedes:
            current.pop(key, None)
    return current


def open_notes(events: Iterable[Label]) -> dict[tuple[str, str], str]:
    """The newest note for each (run_id, annotator) whose run has no label of the annotator that counts: it waits for one."""
    events = list(events)
    labelled = fold(events)
    newest = {(e.run_id, e.annotator): e.note for e in events if e.verdict == NOTED}
    return {key: text for key, text in newest.items() if text and key not in labelled}


def withdrawal(label: Label) -> Label:
    """The event that takes a label back."""
    return label._replace(label_id=new_id(), verdict=WITHDRAWN, note=None, seconds=None, steps_seen=None, at=now(), supersedes=label.label_id)


def is_stale(label: Label, digest: str | None) -> bool:
    """Whether the run changed since it was labelled. Unknown digests are not stale."""
    return label.run_digest is not None and digest is not None and label.run_digest != digest


def new_id() -> str:
    """A new label_id."""
    return uuid.uuid4().hex[:16]


def now() -> str:
    """The time, ISO 8601 in UTC with microseconds."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def default_annotator() -> str:
    """TRIAGE_ANNOTATOR, else the name of the user."""
    given = os.environ.get("TRIAGE_ANNOTATOR")
    if given:
        return given
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "anonymous"
