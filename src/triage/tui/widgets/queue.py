"""The queue: runs by task, with sign, cluster and label."""

from __future__ import annotations

from collections.abc import Iterable
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
        self._index_of: list[int | None] = []
        self._line_of: list[int] = []
        self._numbers: list[str] = []
        """The cluster of each row, numbered within its task."""
        self._open = 0

    def show_session(self, session: Session) -> None:
        """Draw the whole queue anew."""
        texts: list[str] = []
        kinds: list[str] = []
        self._index_of, self._line_of, self._numbers = [], [], []
        task: tuple[str, str | None] | None = None
        clusters: dict[str, int] = {}
        for index, row in enumerate(session.rows):
            if (row.task_id, row.task_version) != task:
                task = (row.task_id, row.task_version)
                clusters = {}
                texts.append(literal(f"{row.task_id} {(row.task_version or '')[:8]}".replace("\n", " ")))
                kinds.append("title")
                self._index_of.append(None)
            self._line_of.append(len(texts))
            self._numbers.append(f"C{clusters.setdefault(row.clusters[0], len(clusters) + 1)}" if row.clusters else "")
            texts.append(_line(session, row, index, self._numbers[index]))
            kinds.append(_kind(session, row, index))
            self._index_of.append(index)
        top = self.top_line
        self.show(texts, kinds, top)
        self._open = session.at
        self._bring_in_sight()

    def show_rows(self, session: Session, indices: Iterable[int] = ()) -> None:
        """Draw some rows anew, and those that the open run moved from and to."""
        for index in {self._open, session.at, *indices}:
            if index < len(self._line_of):
                line = self._line_of[index]
                self.texts[line] = _line(session, session.rows[index], index, self._numbers[index])
                self.kinds[line] = _kind(session, session.rows[index], index)
        self._open = session.at
        self._bring_in_sight()
        self.refresh()

    def _bring_in_sight(self) -> None:
        if self._open < len(self._line_of):
            line, top, height = self._line_of[self._open], self.top_line, max(1, self.size.height)
            if not top <= line < top + height - 1:
                self.to_line(max(0, line - height // 2))

    def on_click(self, event: events.Click) -> None:
        """Open the run that was clicked."""
        line = self.line_at(event.y)
        if 0 <= line < len(self._index_of) and (index := self._index_of[line]) is not None:
            self.post_message(self.RunPicked(index))


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
