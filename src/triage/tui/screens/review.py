"""The review screen: queue, facts, transcript, labels."""

from __future__ import annotations

import random
import time
from collections import OrderedDict

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from triage.errors import TriageError
from triage.store.review_rows import Filters, QueueRow, RunView
from triage.tui.cells import literal
from triage.tui.data import Reviews
from triage.tui.document import Document, View, build
from triage.tui.facts import Fact, facts, heading, open_at, printed_line
from triage.tui.filters import parse, words
from triage.tui.keys import Action, load_keys
from triage.tui.messages import QueueRead, ReadFailed, RunRead, RunVanished
from triage.tui.screens.opening import Opening
from triage.tui.screens.suggesting import Suggesting
from triage.tui.screens.watching import Watching, difference
from triage.tui.session import Session
from triage.tui.widgets.label_bar import LabelBar
from triage.tui.widgets.line_view import LineView
from triage.tui.widgets.queue import Queue

KEPT = 8
"""Runs that are kept in memory, read and laid out."""
NARROW = 100
"""Columns below which the queue is folded away."""


class ReviewScreen(Opening, Suggesting, Watching):
    """One run at a time. All reading is done in workers that post what they read; the handlers here own the state."""

    BINDINGS = [Binding(a.keys, a.name, a.help or a.name, id=a.name, show=False) for a in load_keys().values()]

    def __init__(self, reviews: Reviews, session: Session, actions: dict[str, Action], filters: Filters, *, sample: int | None = None, seed: int = 0, pause: float = 0.35) -> None:
        super().__init__(session, pause)
        self.reviews, self.actions, self.filters = reviews, actions, filters
        self.sample, self.seed = sample, seed
        self.unlabelled_only = False
        self._kept: OrderedDict[str, tuple[RunView, Document]] = OrderedDict()
        self._places: dict[str, int] = {}
        self._facts: list[Fact] = []
        self._queue_open: bool | None = None
        self._warned = False

    def compose(self) -> ComposeResult:
        """Progress, queue, facts, transcript, label bar."""
        yield Static("", id="progress", markup=False)
        with Horizontal(id="main"):
            yield Queue()
            with Vertical(id="run"):
                yield Static("", id="heading", markup=False)
                yield LineView(id="facts", wrap=False)
                yield LineView(id="transcript", gutter=True)
        yield LabelBar(self.session.choices, self.actions)
        yield Input(id="ask", select_on_focus=False)

    def on_mount(self) -> None:
        """Read labels and queue."""
        self.set_focus(None)
        self.watch(self.transcript, "scroll_y", self._note_seen, init=False)
        self.bar.say("reading the queue …")
        self.read_queue(self.filters, False)
        self.watch_store()

    @work(thread=True, exclusive=True, group="queue", exit_on_error=False)
    def read_queue(self, filters: Filters, stay: bool, again: bool = False) -> None:
        """Read labels and queue from disk. stay: keep the run that is open. again: the store was written meanwhile."""
        try:
            saved = self.session.saved
            rows = self.reviews.queue(filters)
            self.post_message(QueueRead(rows, self.session.read_labels(), stay, saved, again))
        except TriageError as error:
            self.post_message(ReadFailed(str(error)))
        except Exception as error:
            self.post_message(ReadFailed(f"{type(error).__name__}: {error}"))

    def on_queue_read(self, message: QueueRead) -> None:
        """Take the queue and open its first unlabelled run."""
        if message.saved != self.session.saved or (message.again and self._busy):
            self.read_queue(self.filters, message.stay, message.again)  # a label was given meanwhile
            return
        before = {row.run_id: row.run_digest for row in self.session.rows}
        self.session.take_files(message.files)
        self.session.set_rows(self._chosen(message.rows), stay=message.stay)
        self._kept.clear()
        self.query_one(Queue).show_session(self.session)
        if self.session.rows:
            self.open_index(self.session.at)
        else:
            self._show_empty()
        self.labels_changed()
        self._tell_queue(before if message.again else None)

    def _tell_queue(self, before: dict[str, str | None] | None) -> None:
        if self.session.broken:
            more = f" and {len(self.session.broken) - 1} more" if len(self.session.broken) > 1 else ""
            self.bar.say(f"a line of the label files can't be read: {self.session.broken[0]}{more}; every other label counts")
        else:
            filtered = words(self.filters, self.unlabelled_only)
            written = "" if before is None else f"the store was written: {difference(before, self.session.rows)} · "
            self.bar.say(f"{written}{len(self.session.rows)} runs" + (f" · {filtered}" if filtered else ""))

    def _chosen(self, rows: list[QueueRow]) -> list[QueueRow]:
        if self.unlabelled_only:
            rows = [r for r in rows if r.run_id not in self.session.mine]
        if self.sample is not None and self.sample < len(rows):
            by_id = sorted(rows, key=lambda r: r.run_id)  # the same sample for everybody, whatever the order of the queue
            rows = random.Random(self.seed).sample(by_id, self.sample)
        elif self.session.blind and self.sample is not None:
            rows = random.Random(self.seed).sample(rows, len(rows))
        return rows

    def on_read_failed(self, message: ReadFailed) -> None:
        """Say why."""
        self._waiting.clear()
        self.bar.say(f"can't be read: {message.reason}")

    def open_index(self, index: int) -> None:
        """Open a run of the queue: at once if it was read ahead."""
        if not 0 <= index < len(self.session.rows):
            return
        self._keep_place()
        self.session.at = index
        row = self.session.rows[index]
        self._revealed = False
        kept = self._kept.get(row.run_id)
        if kept:
            self._show(*kept)
        else:
            self.run_view = None
            self.query_one("#heading", Static).update("opening …")
            self.read_run(row.run_id, False)
        self.query_one(Queue).show_rows()

    def open_run_id(self, run_id: str) -> bool:
        """Open a run of the queue; False where it is not in it."""
        index = next((n for n, row in enumerate(self.session.rows) if row.run_id == run_id), None)
        if index is None:
            return False
        self.open_index(index)
        return True

    @work(thread=True, group="runs", exit_on_error=False)
    def read_run(self, run_id: str, ahead: bool) -> None:
        """Read a run and lay it out. One that the reader has gone past meanwhile is not read: keys never wait for it."""
        row = self.session.row
        if not ahead and (row is None or row.run_id != run_id):
            return
        try:
            run = self.reviews.open_run(run_id)
            self.post_message(RunVanished(run_id) if run is None else RunRead(run, build(run, View()), ahead))
        except TriageError as error:
            self.post_message(ReadFailed(str(error)))
        except Exception as error:
            self.post_message(ReadFailed(f"run {run_id}: {type(error).__name__}: {error}"))

    def on_run_read(self, message: RunRead) -> None:
        """Keep it; show it if it is the one that is wanted."""
        run_id = message.run.row.run_id
        self._kept[run_id] = (message.run, message.document)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        row = self.session.row
        if row is not None and row.run_id == run_id and (self.run_view is None or self.run_view.row.run_id != run_id):
            self._show(message.run, message.document)

    def on_run_vanished(self, message: RunVanished) -> None:
        """The store was made anew without it."""
        self._waiting.clear()
        self.bar.say(f"the store has no run {message.run_id}")

    def _show(self, run: RunView, document: Document) -> None:
        self._kept.move_to_end(run.row.run_id)
        self.run_view, self.document, self.shown = run, document, View()
        self._check_at, self._finding_at, self._cursor = -1, (-1, 0), None
        self.opened_at, self.seen = time.monotonic(), set()
        place = self._places.get(run.row.run_id)
        self.transcript.highlight("")
        self._show_facts()
        first = document.line_of(open_at(run, document, blind=self.session.blind)) if run.steps else printed_line(run, document)
        self.transcript.show(document.texts, document.kinds, first if place is None else place)
        self.show_signs()
        self._note_seen()
        self._show_label()
        ahead = self.session.find_unlabelled(1)
        if ahead is not None and (coming := self.session.rows[ahead].run_id) not in self._kept:
            self.read_run(coming, True)
        self.run_is_there()

    def _show_facts(self) -> None:
        run = self.run_view
        if run is None:
            return
        self.query_one("#heading", Static).update(heading(run, f"run {self.session.at + 1} of {len(self.session.rows)}", blind=self.blind_now))
        view = self.query_one("#facts", LineView)
        roomy = self.app.size.height >= 32
        self._facts = facts(run, self.document, max(20, view.size.width - 1), blind=self.blind_now, roomy=roomy)
        view.styles.height = min(len(self._facts), 11 if roomy else 6) + 1  # the line below it
        view.show([f.text for f in self._facts], [f.kind for f in self._facts])

    def _show_label(self) -> None:
        row = self.session.row
        label = self.session.mine.get(row.run_id) if row else None
        self.bar.choose(label.verdict if label else None)
        others = self.session.others.get(row.run_id, []) if row and not self.blind_now else []
        if others and label is None:
            self.bar.say("others said: " + ", ".join(f"{o.annotator}: {o.verdict}" for o in others[:4]))

    def _show_empty(self) -> None:
        self.run_view = None
        self.query_one("#heading", Static).update("")
        self.query_one("#facts", LineView).show([], [])
        said = ["No run is left to read with these filters.", "", "  &  change the filters, e.g. show:all", "  q  leave"]
        self.transcript.show(said, ["title", "prose", "prose", "prose"])

    def _keep_place(self) -> None:
        if self.run_view is not None:
            self._places[self.run_view.row.run_id] = self.transcript.top_line if self.shown == View() else self.document.line_of(self.step)

    def _note_seen(self) -> None:
        if self.run_view is not None and self.run_view.steps:
            self.seen.update(self.document.steps[self.transcript.top_line : self.transcript.bottom_line + 1])

    def labels_changed(self) -> None:
        """Draw progress, queue and label bar."""
        p = self.session.progress()
        blind = " · blind" if self.session.blind else ""
        counts = f"{p.labelled} labelled · {p.left} left · {p.inherited} inherited · {p.skipped} skipped"
        self.query_one("#progress", Static).update(literal(f" triage review{blind}   {counts}   {self.session.annotator}"))
        self.query_one(Queue).show_rows()
        self._show_label()
        if self._revealed and self.session.blind:
            self._show_facts()
            self.show_signs()

    def advance(self) -> None:
        """Open the next run to read, or tell that all are done."""
        index = self.session.find_unlabelled(1)
        if index is None:
            p = self.session.progress()
            self.bar.say(f"all done: {p.labelled} read, {p.inherited} inherited, {p.skipped} skipped · what the gate still lacks: triage gate · & for other runs, q to leave")
            self._revealed = True
            self._waiting.clear()
            return
        said = self.bar.message
        self.open_index(index)
        self.bar.say(said)

    def _stay(self) -> None:
        """The reader goes elsewhere: the next run does not open by itself, and no key waits for it."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_run_next(self) -> None:
        """The next run of the queue."""
        self._open_beside(1)

    def action_run_previous(self) -> None:
        """The run before."""
        self._open_beside(-1)

    def _open_beside(self, direction: int) -> None:
        self._stay()
        index = self.session.at + direction
        if 0 <= index < len(self.session.rows):
            self.open_index(index)
        else:
            self.bar.say("the queue ends here")

    def action_unlabelled_next(self) -> None:
        """The next run without a label."""
        self._open_unlabelled(1)

    def action_unlabelled_previous(self) -> None:
        """The one before."""
        self._open_unlabelled(-1)

    def _open_unlabelled(self, direction: int) -> None:
        self._stay()
        index = self.session.find_unlabelled(direction)
        if index is None:
            self.bar.say("every run here is labelled or skipped")
        else:
            self.open_index(index)

    def action_filter(self) -> None:
        """Ask for filters."""
        self.ask("filter", words(self.filters, self.unlabelled_only))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """An answer to search, note or filter."""
        what = event.input.placeholder
        self.close_ask()
        if what == "search":
            self.search_for(event.value)
        elif what == "note":
            self.note_written(event.value)
        else:
            try:
                self.filters, self.unlabelled_only = parse(event.value)
            except TriageError as error:
                self.bar.say(str(error))
                return
            self.read_queue(self.filters, True)

    def action_queue(self) -> None:
        """Show or hide the queue."""
        queue = self.query_one(Queue)
        self._queue_open = not queue.display
        queue.display = self._queue_open
        self.call_after_refresh(self._show_facts)

    def on_queue_run_picked(self, message: Queue.RunPicked) -> None:
        """A click in the queue."""
        self._stay()
        self.open_index(message.index)

    def on_click(self, event: events.Click) -> None:
        """A click on a fact goes where it leads; on a folded line, it unfolds."""
        if event.widget is self.query_one("#facts", LineView):
            line = self.query_one("#facts", LineView).line_at(event.y)
            if line < len(self._facts) and (target := self._facts[line].target):
                self.follow(*target)
        elif event.widget is self.transcript and self.document.steps:
            line = self.transcript.line_at(event.y)
            self._focus_line(line, "")
            if self.document.texts[line].endswith("(z)"):
                self.action_fold()

    def follow(self, kind: str, number: int) -> None:
        """Go where a fact leads."""
        if kind == "step":
            self.go_step(number)
        elif kind == "check":
            self.show_check(number)
        elif kind == "finding":
            self.show_finding(number)
        else:
            self.action_prompt()

    def on_resize(self, event: events.Resize) -> None:
        """Narrow terminals fold the queue away."""
        self.query_one(Queue).styles.width = 30 if event.size.width < 140 else 44
        self.query_one(Queue).display = event.size.width >= NARROW if self._queue_open is None else self._queue_open
        self.call_after_refresh(self._show_facts)

    def action_yes_or_copy(self) -> None:
        """Accept what is offered; else copy the step."""
        if not self.accept_offer():
            self.copy_step()

    def action_back(self) -> None:
        """Close the line at the bottom, else leave."""
        if self.query_one("#ask", Input).has_class("open"):
            self.close_ask()
            return
        lost = sorted(self.session.unkept)
        if lost and not self._warned:
            self._warned = True
            self.bar.say(f"a note could not be saved ({lost[0]}) and would be lost: label the run, or q again to leave")
        else:
            self.app.exit()
