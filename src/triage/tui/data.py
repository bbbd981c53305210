"""What the screens need of the store. They know only this, so a test can hand them runs that it made up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from triage.store.review_rows import ClusterRow, Filters, QueueRow, RunFacts, RunView, TaskFileRow

__all__ = ["ClusterRow", "Filters", "QueueRow", "Reviews", "RunFacts", "RunView", "TaskFileRow"]


class Reviews(Protocol):
    """Reading runs for review. Every method may be called from any thread."""

    say: Callable[[str], None]
    """Called, from any thread, when there is a word to say of how it is read."""

    def changed(self) -> bool:
        """Whether the runs were written since the queue was read."""

    def queue(self, filters: Filters) -> list[QueueRow]:
        """The runs to read, by task, one representative of each cluster first."""

    def open_run(self, run_id: str) -> RunView | None:
        """One run whole; None where there is no such run."""

    def nearest_pass(self, run_id: str) -> str | None:
        """The passing run of the same task most like this one: same version, same model, nearest in steps."""

    def task_files(self, task_id: str, task_version: str | None) -> list[TaskFileRow]:
        """Files of the task's folder."""

    def facts_of(self, run_ids: list[str]) -> list[RunFacts]:
        """What a suggestion may rest on, for some runs."""
