"""What the guards and verdicts look at: plain rows, from wherever they were read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from triage.mistakes.disclosure import Visible
from triage.mistakes.group import Failed


class Call(NamedTuple):
    """A tool call: what the agent asked and what came back."""

    name: str
    """The tool."""
    arguments: str
    """What the agent gave it."""
    result: str
    """What it returned."""
    step: int | None = None
    """The step that made it."""


class RunFacts(NamedTuple):
    """One valid agent run."""

    run_id: str
    """The run."""
    final: str
    """Its last word."""
    said: str
    """Everything that the agent wrote, reasoning included."""
    calls: Sequence[Call]
    """Its tool calls."""


class CheckFacts(NamedTuple):
    """One check over the valid agent runs of a task version."""

    check: str
    """Its name."""
    n: int
    """Valid agent runs that report it."""
    failures: Sequence[Failed]
    """Those that fail it."""
    reference_passes: bool | None
    """Whether every reference run passes it; null without one."""
    noop_passes: bool | None
    """Whether the do-nothing run passes it; null without one."""
    others_failed: int = 0
    """Failures of the task's other checks, pooled."""
    others_n: int = 0
    """Reports of the task's other checks, pooled."""


class TaskFacts(NamedTuple):
    """One task version."""

    task_id: str
    """The task."""
    task_version: str | None
    """Its version."""
    prompt: str
    """What the agent was told."""
    visible: Visible
    """The index of what it could read."""
    runs: Mapping[str, RunFacts]
    """Valid agent runs by id."""
    checks: Sequence[CheckFacts]
    """Its checks."""
    files_known: bool
    """Whether the contents of the environment are known, so that `nowhere` is certain."""
    other_prompts: Mapping[str, str] = {}
    """Prompts of the task's other versions."""
    files: Sequence[str] = ()
    """Paths of the environment."""
