"""The queue: runs by task, with sign, cluster and label."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message

from triage.labels.events import is_stale
from triage.store.review_rows import QueueRow
from triage.tui.cells import cut, literal
from triage.tui.session import Session
from triage.tui.widgets.line_view import LineView

SIGNS = {"failed": "✗", "passed": "✓", "invalid": "⚠", "ungraded": "?"}


class Queue(LineView):
    """The list at the left. A click opens a run."""

    @dataclass
    class RunPicked(Message):
        """A run was clicked."""

        index: int

    def __init__(self) -> None:
        super().__init__(id="queue", wrap=False)
        self._session: Session | None = None
        self._index_of: list[int] = []
        """The row of each line; -1 - the row below it for a task's heading."""
        self._line_of: list[int] = []
        self._numbers: list[str] = []
        """The cluster of each row, numbered within its task."""

    def show_session(self, session: Session) -> None:
        """Draw the whole queue anew. Ten thousand rows: each is put into words when it comes in sight."""
        self._session = session
        self._index_of, self._line_of, self._numbers = [], [], []
        task: tuple[str, str | None] | None = None
        clusters: dict[str, int] = {}
        for index, row in enumerate(session.rows):
            if (row.task_id, row.task_version) != task:
                task = (row.task_id, row.task_version)
                clusters = {}
                self._index_of.append(-1 - index)
            self._line_of.append(len(self._index_of))
            self._index_of.append(index)
            self._numbers.append(f"C{clusters.setdefault(row.clusters[0], len(clusters) + 1)}" if row.clusters else "")
        self.lay_anew(self.top_line)
        self.show_rows()

    def show_rows(self) -> None:
        """Draw what is in sight anew, the open run among it."""
        if self._session is not None and self._session.at < len(self._line_of):
            line, top, height = self._line_of[self._session.at], self.top_line, max(1, self.size.height)
            if not top <= line < top + height - 1:
                self.to_line(max(0, line - height // 2))
        self.refresh()

    @property
    def count(self) -> int:
        """Runs and headings."""
        return len(self._index_of)

    def text_of(self, line: int) -> str:
        """A run, or the heading of its task."""
        index = self._index_of[line]
        if self._session is None:
            return ""
        if index >= 0:
            return _line(self._session, self._session.rows[index], index, self._numbers[index])
        row = self._session.rows[-1 - index]
        version = f" {row.task_version[:8]}" if row.task_version else ""
        return cut(literal(row.task_id.replace("\n", " ")), self._laid_width - len(version)) + literal(version.replace("\n", " "))  # the end of a long name says less

    def kind_of(self, line: int) -> str:
        """Open, done or to be read."""
        index = self._index_of[line]
        return "title" if index < 0 or self._session is None else _kind(self._session, self._session.rows[index], index)

    def on_click(self, event: events.Click) -> None:
        """Open the run that was clicked."""
        line = self.line_at(event.y)
        if 0 <= line < self.count and self._index_of[line] >= 0:
            self.post_message(self.RunPicked(self._index_of[line]))


def _kind(session: Session, row: QueueRow, index: int) -> str:
    return "marked" if index == session.at else "note" if session.is_done(row) else "prose"


def _line(session: Session, row: QueueRow, index: int, cluster: str) -> str:
    name = str(row.attempt) if row.attempt is not None else row.run_id[-8:]
    point = "▸" if index == session.at else " "
    if session.blind:
        return literal(f" {point} {name} {_state(session, row)}")
    new = "●" if row.represents and not session.is_done(row) else ""
    reason = (row.invalid_kind or "").rsplit(".", 1)[-1] if row.verdict == "invalid" else ""
    state = _state(session, row) or row.model or row.agent or ""
    facts = " ".join(filter(None, (SIGNS.get(row.verdict, "?"), cluster or reason, new, state)))
    return cut(literal(f" {point} {name:>3} {facts}".replace("\n", " ")), 60)


def _state(session: Session, row: QueueRow) -> str:
    label = session.mine.get(row.run_id)
    if label is not None:
        if is_stale(label, row.run_digest):
            return f"stale: {label.verdict}"
        return ("↳" if label.origin == "inherited" else "") + label.verdict
    return "skipped" if row.run_id in session.skipped else ""
