"""The state of a review: the queue, the labels, undo, progress. Knows neither screen nor store."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from triage.labels.append import append
from triage.labels.events import Broken, LabelFiles, fold, instant, is_stale, new_id, now, open_notes, read_events, withdrawal
from triage.labels.taxonomy import NOTED, WITHDRAWN, Choice
from triage.model import Label
from triage.store.review_rows import QueueRow


class Progress(NamedTuple):
    """Counts over the queue, for the annotator."""

    labelled: int
    """Read and labelled."""
    left: int
    skipped: int
    inherited: int


class Offer(NamedTuple):
    """Labelling the rest of a cluster like the run that was just read."""

    label: Label
    cluster_id: str
    rest: tuple[QueueRow, ...]


class TakenBack(NamedTuple):
    """Labels that do not count any more."""

    labels: list[Label]
    earlier: bool
    """They were given in an earlier sitting."""


class Session:
    """One annotator's way through a queue of runs."""

    def __init__(self, folder: Path, annotator: str, choices: tuple[Choice, ...], *, blind: bool = False) -> None:
        self.folder, self.annotator, self.choices, self.blind = folder, annotator, choices, blind
        self.rows: list[QueueRow] = []
        self.at = 0
        self.mine: dict[str, Label] = {}
        self.others: dict[str, list[Label]] = {}
        self.broken: list[Broken] = []
        self.skipped: set[str] = set()
        self.notes: dict[str, str] = {}
        self.unkept: set[str] = set()
        """Runs whose note is neither in a label nor in a file yet."""
        self.marks: dict[str, int] = {}
        self.last_verdict: str | None = None
        self.saved = 0
        """How often something was saved: what was read from the files before is out of date."""
        self._sitting: set[str] = set()
        """Ids of the labels of this sitting."""
        self._given: list[list[Label]] = []
        self._earlier: dict[str, Label] = {}

    def read_labels(self) -> LabelFiles:
        """What the label files say now. Called from a worker; it counts once the screen takes it."""
        return read_events(self.folder)

    def take_files(self, files: LabelFiles) -> None:
        """What the label files said counts: every label, and for undo what this annotator gave, in this sitting or before."""
        self.broken = files.broken
        self.mine, self.others = {}, {}
        for (run_id, who), label in fold(files.events).items():
            if who == self.annotator:
                self.mine[run_id] = label
            else:
                self.others.setdefault(run_id, []).append(label)
        for (run_id, who), text in open_notes(files.events).items():
            if who == self.annotator:
                self.notes.setdefault(run_id, text)
        self._given, self._earlier = _history([e for e in files.events if e.annotator == self.annotator])

    def set_rows(self, rows: Iterable[QueueRow], *, stay: bool = False) -> None:
        """Another queue. It starts at the first run that is not labelled; with stay, at the run that was open."""
        open_run = self.row.run_id if stay and self.row else None
        self.rows = list(rows)
        ids = [row.run_id for row in self.rows]
        self.at = ids.index(open_run) if open_run in ids else self.find_unlabelled(1, 0) or 0

    @property
    def row(self) -> QueueRow | None:
        """The run that is open."""
        return self.rows[self.at] if self.rows else None

    def is_done(self, row: QueueRow) -> bool:
        """Labelled, and the run is still what was labelled; or skipped for now."""
        label = self.mine.get(row.run_id)
        return row.run_id in self.skipped or (label is not None and not is_stale(label, row.run_digest))

    def find_unlabelled(self, direction: int, start: int | None = None) -> int | None:
        """The next run to label from here on, around the end of the queue; None where all are done."""
        count = len(self.rows)
        first = (self.at + direction) if start is None else start
        return next((i for n in range(count) if not self.is_done(self.rows[i := (first + n * direction) % count])), None)

    def progress(self) -> Progress:
        """Counts over the queue."""
        read = inherited = skipped = 0
        for row in self.rows:
            label = self.mine.get(row.run_id)
            if label is not None and not is_stale(label, row.run_digest):
                inherited += label.origin == "inherited"
                read += label.origin != "inherited"
            else:
                skipped += row.run_id in self.skipped
        return Progress(read, len(self.rows) - read - inherited - skipped, skipped, inherited)

    def make(self, verdict: str, seconds: float | None, seen: float | None) -> Label | None:
        """The label for the run that is open, with the note and the step marked for it; not saved yet."""
        row = self.row
        if row is None:
            return None
        before = self.mine.get(row.run_id)
        return _label(row, verdict, "read", self.annotator)._replace(
            note=self.notes.get(row.run_id) or (before.note if before else None),
            step=self.marks.get(row.run_id, before.step if before else None),
            seconds=None if seconds is None else round(seconds, 1),
            steps_seen=None if seen is None else round(seen, 3),
            blind=self.blind,
            supersedes=before.label_id if before else None,
        )

    def save(self, labels: list[Label]) -> None:
        """Write labels to their file. Called from a worker; raises StoreError."""
        append(self.folder, labels)

    def take(self, labels: list[Label]) -> None:
        """Labels that were saved count from now on, and can be taken back together."""
        for label in labels:
            before = self.mine.get(label.run_id)
            if before is not None:
                self._earlier[label.label_id] = before
            self.mine[label.run_id] = label
            self.skipped.discard(label.run_id)
            self.unkept.discard(label.run_id)
        self._given.append(labels)
        self._sitting.update(label.label_id for label in labels)
        self.saved += 1
        if labels[0].origin == "read":
            self.last_verdict = labels[0].verdict

    def withdrawals(self) -> list[Label]:
        """Events that take back what was given last; nothing where nothing was given."""
        return [withdrawal(label) for label in self._given[-1]] if self._given else []

    def noted(self, text: str) -> Label | None:
        """The label of the open run again, with a note; None where it has none. What is known of how it was given stays."""
        before = self.mine.get(self.row.run_id) if self.row else None
        return before._replace(label_id=new_id(), note=text or None, at=now(), supersedes=before.label_id) if before else None

    def note(self, text: str) -> Label | None:
        """An event that keeps the note of the open run until it gets its label; not saved yet. The note counts from now on."""
        row = self.row
        if row is None:
            return None
        self.notes[row.run_id] = text
        self.unkept.add(row.run_id)
        return _label(row, NOTED, "read", self.annotator)._replace(note=text or None, step=self.marks.get(row.run_id), blind=self.blind)

    def take_back(self, events: list[Label]) -> TakenBack:
        """Withdrawals that were saved: the labels before them count again."""
        given = self._given.pop()
        self.saved += 1
        for event in events:
            before = self._earlier.pop(event.supersedes or "", None)
            if before is None or before.verdict == WITHDRAWN:
                self.mine.pop(event.run_id, None)
            else:
                self.mine[event.run_id] = before
        return TakenBack(given, given[0].label_id not in self._sitting)

    def offer(self, label: Label) -> Offer | None:
        """The other runs of the cluster that this run stands for and that nobody has labelled; never in blind mode."""
        row = next((r for r in self.rows if r.run_id == label.run_id), None)
        if self.blind or row is None or not row.represents or label.verdict == "unclear":
            return None
        cluster = row.represents[0]
        rest = tuple(r for r in self.rows if cluster in r.clusters and r.run_id != row.run_id and r.run_id not in self.mine)
        return Offer(label, cluster, rest) if rest else None

    def inherited(self, offer: Offer) -> list[Label]:
        """Labels for the rest of a cluster, recorded as inherited; not saved yet."""
        return [_label(row, offer.label.verdict, "inherited", self.annotator)._replace(cluster_id=offer.cluster_id) for row in offer.rest if row.run_id not in self.mine]

    def title(self, verdict: str) -> str:
        """A verdict in words."""
        return next((c.title for c in self.choices if c.verdict == verdict), verdict)


def _label(row: QueueRow, verdict: str, origin: str, annotator: str) -> Label:
    return Label(new_id(), row.run_id, row.run_digest, row.task_id, row.task_version, verdict, origin, None, None, None, annotator, now(), None, None, False, None)


def _history(events: list[Label]) -> tuple[list[list[Label]], dict[str, Label]]:
    """What one annotator gave and did not take back, in order, what was given together as one; and the label that each replaced."""
    gone = {e.supersedes for e in events if e.verdict == WITHDRAWN}
    given: list[list[Label]] = []
    earlier: dict[str, Label] = {}
    current: dict[str, Label] = {}
    for event in events:
        if event.verdict == NOTED:
            continue
        if event.verdict == WITHDRAWN and not event.supersedes:
            current.pop(event.run_id, None)
            given = [kept for labels in given if (kept := [x for x in labels if x.run_id != event.run_id])]
        if event.verdict == WITHDRAWN or event.label_id in gone or event.origin == "imported":
            continue
        if event.run_id in current:
            earlier[event.label_id] = current[event.run_id]
        current[event.run_id] = event
        if given and _together(given[-1][-1], event):
            given[-1].append(event)
        else:
            given.append([event])
    return given, earlier


def _together(one: Label, other: Label) -> bool:
    """Whether two labels were inherited at the same time from the same run."""
    same = one.origin == other.origin == "inherited" and one.cluster_id == other.cluster_id and one.verdict == other.verdict
    return same and other.note == one.note and abs(instant(other.at) - instant(one.at)) < 1
