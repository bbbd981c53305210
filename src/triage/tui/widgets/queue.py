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
        self._index_of: list[int | None] = []

    def show_session(self, session: Session) -> None:
        """Draw the queue anew, the open run in sight."""
        texts, kinds, self._index_of = [], [], []
        task: tuple[str, str | None] | None = None
        here = 0
        clusters: dict[str, int] = {}
        for index, row in enumerate(session.rows):
            if (row.task_id, row.task_version) != task:
                task = (row.task_id, row.task_version)
                clusters = {}
                texts.append(literal(f"{row.task_id} {(row.task_version or '')[:8]}".replace("\n", " ")))
                kinds.append("title")
                self._index_of.append(None)
            if index == session.at:
                here = len(texts)
            texts.append(_line(session, row, index, clusters))
            kinds.append("marked" if index == session.at else "note" if session.is_done(row) else "prose")
            self._index_of.append(index)
        top = self.top_line
        height = max(1, self.size.height)
        self.show(texts, kinds, top if top <= here < top + height - 1 else max(0, here - height // 2))

    def on_click(self, event: events.Click) -> None:
        """Open the run that was clicked."""
        line = self.line_at(event.y)
        if 0 <= line < len(self._index_of) and (index := self._index_of[line]) is not None:
            self.post_message(self.RunPicked(index))


def _line(session: Session, row: QueueRow, index: int, clusters: dict[str, int]) -> str:
    name = str(row.attempt) if row.attempt is not None else row.run_id[-8:]
    point = "▸" if index == session.at else " "
    if session.blind:
        return literal(f" {point} {name} {_state(session, row)}")
    cluster = ""
    if row.clusters:
        number = clusters.setdefault(row.clusters[0], len(clusters) + 1)
        cluster = f"C{number}"
    new = "●" if row.represents and not session.is_done(row) else " "
    reason = (row.invalid_kind or "").rsplit(".", 1)[-1] if row.verdict == "invalid" else ""
    return cut(literal(f" {point} {name:>3} {SIGNS.get(row.verdict, '?')} {cluster or reason} {new} {_state(session, row)}"), 60)


def _state(session: Session, row: QueueRow) -> str:
    label = session.mine.get(row.run_id)
    if label is not None:
        if is_stale(label, row.run_digest):
            return f"stale: {label.verdict}"
        return ("↳" if label.origin == "inherited" else "") + label.verdict
    return "skipped" if row.run_id in session.skipped else ""
