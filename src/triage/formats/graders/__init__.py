"""Grader outputs: one file a format. Each reads what a grader wrote into checks and a few facts.

A grader reader is a module with

    NAME = "ctrf"
    TITLE = "CTRF JSON"
    def recognise(name: str, head: bytes) -> bool   file name and first bytes
    def read(data: bytes) -> GraderReport           never raises: what can't be read is in `.problems`

"No tests ran" is never "no failures": `tests_ran` is 0 then, and None where the output does not tell.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import NamedTuple, Protocol, cast

from triage.model import Check, Event

GRADERS: tuple[str, ...] = ("ctrf", "junit", "pytest_json", "tap", "reward_files", "plain", "pytest_stdout")
"""Modules of this package, in the order in which they are asked."""


class GraderReport(NamedTuple):
    """What one grader output says. `run_id` of the rows is empty until a reader fills it."""

    checks: list[Check]
    """The checks, in the grader's order."""
    tests_ran: int | None = None
    """How many tests ran; 0 where the output says that none did; None where it does not tell."""
    events: Sequence[Event] = ()
    """What the grader says about itself: collection errors, crashes, no tests ran (phase grader)."""
    problems: Sequence[str] = ()
    """What could not be read, for a person."""


class Grader(Protocol):
    """What a grader reader module offers."""

    NAME: str
    TITLE: str

    def recognise(self, name: str, head: bytes) -> bool:
        """Whether this reader takes the output."""
        ...

    def read(self, data: bytes) -> GraderReport:
        """Its checks and facts."""
        ...


def load(name: str) -> Grader:
    """The grader reader of that name."""
    return cast(Grader, importlib.import_module(f"triage.formats.graders.{name}"))


def read_any(name: str, data: bytes) -> GraderReport | None:
    """The report of the first grader reader that recognises the output, or None."""
    for module in GRADERS:
        grader = load(module)
        if grader.recognise(name, data[:65536]):
            return grader.read(data)
    return None
