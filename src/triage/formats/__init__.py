"""Readers: one file a format. A reader turns one file or folder into records of `triage.model`; it knows no database.

A format is a module with

    NAME = "harbor"                      the name that `--format` takes
    TITLE = "Harbor jobs and trials"     one line for `triage formats`
    WHERE = "docs/formats.md#harbor"     where it is documented
    def recognise(source: Source) -> bool        cheap: names, and the first bytes of one file
    def read(source: Source) -> Iterator[Record] the Run before its steps, calls, events and checks

and one entry in FORMATS. Order is precedence: the first reader that recognises a folder or file takes it, and a folder
that is taken is not walked into. Heavy imports stand inside functions.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Protocol, cast

from triage.formats.source import Source
from triage.model import Record

FORMATS: tuple[str, ...] = (
    "plain_run",
    "plain_task",
    "harbor_task",
    "tb1_task",
    "harbor_trial",
    "harbor_job",
    "atif",
    "tb1_trial",
    "tb1_run",
    "mini_swe_agent",
    "swe_agent",
    "swe_bench",
    "tau_bench",
    "tau2_bench",
    "theagentcompany",
    "openhands",
    "verifiers",
    "inspect_eval",
    "inspect_json",
    "claude_code",
    "codex_rollout",
    "codex_exec",
    "gemini",
    "opencode",
    "copilot",
    "cursor",
    "claude_stream",
    "pi",
    "goose",
    "cline",
    "aider",
    "amp",
    "otel",
    "grader_output",
    "hf_rows",
    "results_table",
    "chat",
)
"""Modules of this package, in the order in which they are asked."""


class Format(Protocol):
    """What a reader module offers."""

    NAME: str
    TITLE: str
    WHERE: str

    def recognise(self, source: Source) -> bool:
        """Whether this reader takes the file or folder."""
        ...

    def read(self, source: Source) -> Iterator[Record]:
        """The records in it."""
        ...


def load(name: str) -> Format:
    """The reader module of that name in FORMATS."""
    return cast(Format, importlib.import_module(f"triage.formats.{name}"))


def all_formats() -> list[Format]:
    """Every reader, in order of precedence."""
    return [load(name) for name in FORMATS]
