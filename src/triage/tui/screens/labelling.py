"""Giving labels: one key a verdict, on disk at once, undone across runs, inherited by a cluster."""

from __future__ import annotations

import time
from collections import deque

from textual import events, work
from textual.timer import Timer

from triage.errors import TriageError
from triage.model import Label
from triage.tui.messages import LabelsSaved, LabelsWithdrawn, NoteKept, SaveFailed
from triage.tui.screens.reading import Reading
from triage.tui.session import Offer, Session

REVEAL = 2.0
"""Seconds that a blind reader sees what was hidden, after the label."""


class Labelling(Reading):
    """Actions that label. The screen tells it to `advance` and to `open_index`."""

    def __init__(self, session: Session, pause: float) -> None:
        """pause: seconds between a label and the next run."""
        super().__init__()
        self.session = session
        self.pause = pause
        self.opened_at = time.monotonic()
        self.seen: set[int] = set()
        self._offer: Offer | None = None
        self._revealed = False
        self._timer: Timer | None = None
        self._writing = False
        self._undo_next = False
        self._waiting: deque[str] = deque()
        """Verdicts whose run is not open yet."""

    @property
    def blind_now(self) -> bool:
        """Hidden until the label is given, then shown for a moment."""
        return self.session.blind and not self._revealed

    @property
    def marked_step(self) -> int | None:
        """The step that the reader marked, now or with the label."""
        row = self.session.row
        label = self.session.mine.get(row.run_id) if row else None
        return self.session.marks.get(row.run_id, label.step if label else None) if row else None

    def on_key(self, event: events.Key) -> None:
        """Keys of the taxonomy. They come here whatever has the focus, except from a line where text is typed."""
        for choice in self.session.choices:
            if event.character == choice.key:
                event.stop()
                self.give(choice.verdict)

    def give(self, verdict: str) -> None:
        """Label the open run. Keys are never refused: one that comes before the label is on disk, or while a run opens, waits for the next run."""
        if self._writing or (self.run_view is None and self.session.row is not None):
            self._wait_for_run(verdict)
            return
        self.settle()
        row = self.session.row
        if row is None:
            return
        if self.run_view is None or self.run_view.row.run_id != row.run_id:
            self._wait_for_run(verdict)
            return
        share = len(self.seen) / len(self.run_view.steps) if self.run_view.steps else 1.0
        label = self.session.make(verdict, time.monotonic() - self.opened_at, min(1.0, share))
        if label is not None:
            self._write([label])

    def _wait_for_run(self, verdict: str) -> None:
        self._waiting.append(verdict)
        self.bar.say(f"{self.session.title(verdict)}: for the run that opens now (u takes it back)")

    def run_is_there(self) -> None:
        """A run was opened: the key that waited for it counts."""
        if self._waiting and not self._writing:
            self.give(self._waiting.popleft())

    def _write(self, labels: list[Label], withdrawn: bool = False) -> None:
        self._writing = True
        self.save(labels, withdrawn)

    @work(thread=True, group="labels", exit_on_error=False)
    def save(self, labels: list[Label], withdrawn: bool = False, note_only: bool = False) -> None:
        """Write events; what became of it comes back as a message."""
        try:
            self.session.save(labels)
        except TriageError as error:
            self.post_message(SaveFailed(str(error)))
        except Exception as error:  # whatever it is, the reader must know that the label is not there
            self.post_message(SaveFailed(f"{type(error).__name__}: {error}"))
        else:
            self.post_message(LabelsWithdrawn(labels) if withdrawn else LabelsSaved(labels, note_only))

    @work(thread=True, group="labels", exit_on_error=False)
    def keep(self, note: Label) -> None:
        """Write a note that has no label yet, so that neither leaving nor a kill loses it."""
        try:
            self.session.save([note])
        except Exception as error:
            self.post_message(SaveFailed(str(error)))
        else:
            self.post_message(NoteKept(note.run_id))

    def on_note_kept(self, message: NoteKept) -> None:
        """The note is on disk."""
        self.session.unkept.discard(message.run_id)
        self.bar.say("noted: it goes into the label")

    def on_save_failed(self, message: SaveFailed) -> None:
        """Nothing changed."""
        self._writing = False
        self._waiting.clear()
        self.bar.say(f"NOT SAVED: {message.reason}")
        self.app.bell()

    def on_labels_saved(self, message: LabelsSaved) -> None:
        """The label counts; a moment later the next run opens."""
        self._writing = False
        self.session.take(message.labels)
        if self._undo_next:
            self._undo_next = False
            self.action_undo()
            return
        first = message.labels[0]
        if first.origin == "inherited" and not message.note_only:
            self._offer = None
            self.bar.say(f"saved: {self.session.title(first.verdict)} for {len(message.labels)} more runs of the cluster, as inherited (u takes them back)")
            self.labels_changed()
            return
        if message.note_only:
            self.bar.say("noted: the label has it")
            self.labels_changed()
            return
        self._offer = self.session.offer(first)
        offered = f" · label the other {len(self._offer.rest)} of its cluster like this? y" if self._offer else ""
        self.bar.say(f"saved: {self.session.title(first.verdict)}{offered}")
        self._revealed = True
        self.labels_changed()
        wait = max(self.pause, REVEAL if self.session.blind else 0) if self.pause else 0
        if wait and not self._waiting:
            self._timer = self.set_timer(wait, self.settle)
        else:
            self.advance()

    def settle(self) -> None:
        """If the next run is waiting for its moment, open it now."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.advance()

    def action_undo(self) -> None:
        """Take back what was given last, in this sitting or before; first of all a key that still waits for its run."""
        self._offer = None
        if self._waiting:
            self.bar.say(f"taken back before it counted: {self.session.title(self._waiting.pop())}")
            return
        if self._writing:
            self._undo_next = True
            return
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        back = self.session.withdrawals()
        if back:
            self._write(back, True)
        else:
            self.bar.say(f"nothing to take back: {self.session.annotator} has given no label here")

    def on_labels_withdrawn(self, message: LabelsWithdrawn) -> None:
        """The labels before count again; their run opens."""
        self._writing = False
        self._offer = None
        back = self.session.take_back(message.events)
        first = back.labels[0]
        self.labels_changed()
        if len(back.labels) > 1:
            said = f"taken back: {len(back.labels)} inherited labels"
        else:
            said = f"taken back: {self.session.title(first.verdict)}"
            if not self.open_run_id(first.run_id):
                said += f", of {first.run_id}, which is not in this queue"
        self.bar.say(said + (f" (given {first.at[:16].replace('T', ' ')})" if back.earlier else ""))

    def action_repeat(self) -> None:
        """The last verdict again."""
        if self.session.last_verdict is None:
            self.bar.say("no label was given yet")
        else:
            self.give(self.session.last_verdict)

    def action_skip(self) -> None:
        """Leave the run for later."""
        self.settle()
        row = self.session.row
        if row is None:
            return
        self.session.skipped.add(row.run_id)
        self.labels_changed()
        self.advance()
        self.bar.say("skipped")

    def action_mark(self) -> None:
        """Mark the step that is at the top, or jumped to."""
        row = self.session.row
        if row is None or not self.document.steps:
            return
        step = self.document.steps[self._here()]
        if self.session.marks.get(row.run_id) == step:
            del self.session.marks[row.run_id]
            self.bar.say("mark removed")
        else:
            self.session.marks[row.run_id] = step
            self.bar.say(f"step {step} is marked as the decisive one: it goes into the label")
        self.show_signs()

    def action_note(self) -> None:
        """Write a note; it goes into the label."""
        row = self.session.row
        if row is not None:
            before = self.session.mine.get(row.run_id)
            self.ask("note", self.session.notes.get(row.run_id) or (before.note if before and before.note else ""))

    def note_written(self, text: str) -> None:
        """Keep the note, on disk at once. A run that is labelled already gets its label again, with the note."""
        row = self.session.row
        if row is None:
            return
        kept = self.session.note(text)
        label = self.session.noted(text)
        if label is not None and not self._writing:
            self._writing = True
            self.save([label], note_only=True)
        elif kept is not None:
            self.keep(kept)

    def accept_offer(self) -> bool:
        """Label the rest of the cluster; False where nothing is offered."""
        if self._offer is None or self._writing:
            return False
        labels = self.session.inherited(self._offer)
        self._offer = None
        if labels:
            self._write(labels)
        return True

    def labels_changed(self) -> None:
        """Draw what shows labels."""
        raise NotImplementedError

    def advance(self) -> None:
        """Open the next run to read."""
        raise NotImplementedError

    def open_run_id(self, run_id: str) -> bool:
        """Open a run of the queue; False where it is not in it."""
        raise NotImplementedError
