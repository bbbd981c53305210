"""Noticing that another process writes the store, without disturbing who reads."""

from __future__ import annotations

from textual import work
from textual.widgets import Input

from triage.store.review_rows import Filters, QueueRow
from triage.tui.data import Reviews
from triage.tui.messages import StoreSays, StoreWritten
from triage.tui.screens.labelling import Labelling

LOOK = 2.0
"""Seconds between two looks at the store: does another process write it?"""


class Watching(Labelling):
    """Looks at the store now and then, and has the queue read anew."""

    reviews: Reviews
    filters: Filters

    def read_queue(self, filters: Filters, stay: bool, again: bool = False) -> object:
        """Read labels and queue from disk."""
        raise NotImplementedError

    def watch_store(self) -> None:
        """Begin to look."""
        self.reviews.say = self._hear
        self.set_interval(LOOK, self._look)

    def _hear(self, words: str) -> None:
        self.post_message(StoreSays(words))

    @property
    def _busy(self) -> bool:
        """Something is being typed, saved or read beside the run: the queue must not change below it."""
        return self.app.screen is not self or self.query_one("#ask", Input).has_class("open") or self._writing or self._timer is not None

    def _look(self) -> None:
        if not self._busy:
            self.look_at_store()

    @work(thread=True, exclusive=True, group="look", exit_on_error=False)
    def look_at_store(self) -> None:
        """See whether another process wrote the store."""
        if self.reviews.changed():
            self.post_message(StoreWritten())

    def on_store_written(self, message: StoreWritten) -> None:
        """Read everything anew, unless the reader is in the middle of something: then at the next look."""
        if not self._busy:
            self.read_queue(self.filters, True, True)

    def on_store_says(self, message: StoreSays) -> None:
        """Say it."""
        self.bar.say(message.words)


def difference(before: dict[str, str | None], rows: list[QueueRow]) -> str:
    """What another process changed, in words."""
    new = sum(row.run_id not in before for row in rows)
    changed = sum(row.run_id in before and before[row.run_id] != row.run_digest for row in rows)
    gone = len(before) - (len(rows) - new)
    told = [f"{n} {word}" for n, word in ((new, "new"), (changed, "changed"), (gone, "gone")) if n]
    return ", ".join(told) or "nothing new here"
