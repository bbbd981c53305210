"""What the review screen reads of the store, as plain rows: no database here, so that the screen can be tested without one."""

from __future__ import annotations

from typing import Any, NamedTuple

from triage.model import Check, Event, Finding, Step, ToolCall


class Filters(NamedTuple):
    """Which runs are to be read."""

    show: str = "failing"
    """`failing` (failed, of the agent), `invalid`, `passed`, `ungraded` or `all`."""
    task: str | None = None
    """A task id, or a pattern with * and ?."""
    cluster: str | None = None
    """A cluster id."""
    finding: str | None = None
    """A finding kind, or a pattern with * and ?."""
    model: str | None = None
    """A model, or a pattern."""
    text: str | None = None
    """Text that stands in the transcript, whatever the case."""


class QueueRow(NamedTuple):
    """One run in the queue."""

    run_id: str
    task_id: str
    task_version: str | None = None
    kind: str = "agent"
    attempt: int | None = None
    model: str | None = None
    agent: str | None = None
    verdict: str = "failed"
    score: float | None = None
    invalid_kind: str | None = None
    steps: int = 0
    duration_s: float | None = None
    run_digest: str | None = None
    clusters: tuple[str, ...] = ()
    """Ids of its clusters, the largest first."""
    represents: tuple[str, ...] = ()
    """Ids of the clusters whose representative it is."""
    source: str = ""


class ClusterRow(NamedTuple):
    """A mistake that several runs of the task made."""

    cluster_id: str
    check_name: str | None
    signature: str
    runs_affected: int
    failing_runs: int
    wrong_value: str | None
    expected_value: str | None
    disclosure: str | None
    representative: str | None
    run_ids: tuple[str, ...]


class RunView(NamedTuple):
    """Everything about one run that the screen shows."""

    row: QueueRow
    steps: list[Step]
    calls: list[ToolCall]
    checks: list[Check]
    findings: list[Finding]
    """Of the run, then those of its task that name it or no run in particular."""
    clusters: list[ClusterRow]
    events: list[Event]
    prompt: str | None
    meta: dict[str, Any]
    """Further columns of the run: exit_status, started_at, host, tokens_in, tokens_out, cost_usd, truncated, final_answer, changed_files."""


class TaskFileRow(NamedTuple):
    """A file of the task's folder."""

    area: str
    path: str
    text: str | None
    bytes: int


class RunFacts(NamedTuple):
    """What a suggestion may rest on."""

    run_id: str
    task_id: str
    facts: list[str]
    """In words: findings, failed checks, cluster, tools, exit status, length."""
    text: str
    """Messages of failed checks and the agent's last word."""
