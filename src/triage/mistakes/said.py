"""What judging mistakes yields: assertions, and clusters with where their tokens stand."""

from __future__ import annotations

from typing import NamedTuple

from triage.mistakes.disclosure import Disclosed
from triage.mistakes.group import Cluster


class Said(NamedTuple):
    """One thing asserted about a check (or the task, where `check` is None)."""

    kind: str
    """The finding's kind."""
    severity: str
    """`problem`, `suspicious` or `note`."""
    confidence: float
    """0 to 1."""
    check: str | None
    """The check."""
    cluster_id: str | None
    """The cluster that it is about."""
    title: str
    """One line."""
    explanation: str
    """With the counts, and the sentence that would repair the prompt."""
    run_ids: tuple[str, ...]
    """Runs that show it."""
    runs_total: int
    """Of how many."""
    places: tuple[tuple[str | None, int | None, str, str, str | None, int | None], ...] = ()
    """Evidence: run, step, channel, quote, file, line."""


class Judged(NamedTuple):
    """A cluster and what is known about its tokens."""

    cluster: Cluster
    """The cluster."""
    disclosure: str
    """`disclosed`, `derivable`, `undisclosed`, `contradicted` or `unknown`."""
    tokens: tuple[Disclosed, ...]
    """Its tokens, each with where it stands."""
