"""What workers tell the screen, in the past tense. The screen's handlers own the state."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from triage.labels.events import LabelFiles
from triage.model import Label
from triage.store.review_rows import QueueRow, RunView
from triage.tui.document import Document


@dataclass
class QueueRead(Message):
    """The runs to read were read."""

    rows: list[QueueRow]
    files: LabelFiles
    stay: bool
    """Keep the run that is open."""
    saved: int
    """How often something had been saved when reading began."""
    again: bool
    """It was read because the store was written meanwhile."""


@dataclass
class StoreWritten(Message):
    """Another process wrote the store since the queue was read."""


@dataclass
class StoreSays(Message):
    """The store has a word to say, e.g. that a copy is read."""

    words: str


@dataclass
class RunRead(Message):
    """A run was read, with its transcript laid out."""

    run: RunView
    document: Document
    ahead: bool
    """It was read before it was wanted."""


@dataclass
class RunVanished(Message):
    """The store has no such run."""

    run_id: str


@dataclass
class LabelsSaved(Message):
    """Labels are on disk."""

    labels: list[Label]
    note_only: bool = False
    """A label that was there before got a note: its verdict is no news."""


@dataclass
class LabelsWithdrawn(Message):
    """Withdrawals are on disk."""

    events: list[Label]


@dataclass
class NoteKept(Message):
    """The note of a run without a label is on disk."""

    run_id: str


@dataclass
class SaveFailed(Message):
    """Labels could not be written: they do not count."""

    reason: str


@dataclass
class ReadFailed(Message):
    """Something could not be read from the store."""

    reason: str


@dataclass
class SuggestionMade(Message):
    """A verdict was proposed for a run, or it was said why not."""

    run_id: str
    text: str
