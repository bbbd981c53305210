"""Where a finding can be opened in a repository: the file and line of its evidence, else the task's own file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from triage.safe_text import one_line

if TYPE_CHECKING:
    from triage.report.build import Report

AREAS = ("", "environment", "tests", "grader", "solution", "reference")
"""Folders of a task that the paths of its files are relative to, in the order in which they are tried."""
OWN_FILES = ("instruction.md", "prompt.md", "task.yaml", "task.toml")
"""What a finding about a task points at where its evidence names no file of the task."""
TASK_CHANNELS = ("task_file", "prompt")

ARCHIVES = (".eval", ".zip", ".gz", ".zst", ".tar", ".tgz")
TRANSCRIPT_CHANNELS = ("assistant", "tool_call", "tool_result")


class Location(NamedTuple):
    """A place in a file."""

    file: str
    """Its path: relative to the working directory where it lies below it."""
    line: int | None
    """The line, from 1."""


def location(report: Report, finding: Mapping[str, Any]) -> Location | None:
    """The first place of the evidence in a task file, else in a file of a run, else the task's own file; None without any."""
    folder = report.folders.get(finding["task_id"] or "")
    named = [e for e in finding["evidence"] if e.get("file")]
    for evidence in named:
        if evidence.get("channel") in TASK_CHANNELS and folder:
            found = _below(folder, evidence["file"])
            if found:
                return Location(found, _line(evidence))
    own = _own(folder) if folder and finding["scope"] == "task" else None
    if own:
        return Location(own, 1)
    return place(report, named[0]) if named else None


def place(report: Report, evidence: Mapping[str, Any]) -> Location | None:
    """The file of one piece of evidence: below its run's folder where that is known, else as it stands."""
    run = report.run_index.get(evidence.get("run_id") or "")
    if not evidence.get("file"):  # a run that is one file
        return Location(_relative(run["source"]), _line(evidence)) if run and run.get("source") and _line(evidence) else None
    if evidence.get("channel") in TRANSCRIPT_CHANNELS:  # the file that the agent touched is no file of the run: the step is the place
        return None
    path = str(evidence["file"])
    if run and run.get("source") and evidence.get("channel") not in TASK_CHANNELS and not path.startswith(run["source"]):
        path = _beside(run["source"].rstrip("/"), path)
    return Location(_relative(path), _line(evidence))


def _beside(source: str, file: str) -> str:
    """A file as its run's source names it: below a folder, beside a file; of an archive the archive itself."""
    if not os.path.splitext(source)[1] or os.path.isdir(source):
        return os.path.normpath(f"{source}/{file}")
    return source if source.endswith(ARCHIVES) else os.path.normpath(os.path.join(os.path.dirname(source), file))


def _line(evidence: Mapping[str, Any]) -> int | None:
    line = evidence.get("line")
    return line if isinstance(line, int) and line > 0 else None


@lru_cache(maxsize=20_000)
def _below(folder: str, file: str) -> str | None:
    return next((_relative(path) for area in AREAS if os.path.isfile(path := os.path.join(folder, area, file.lstrip("/")))), None)


@lru_cache(maxsize=20_000)
def _own(folder: str) -> str | None:
    return next((_relative(path) for name in OWN_FILES if os.path.isfile(path := os.path.join(folder, name))), None)


def _relative(path: str) -> str:
    here = os.getcwd()
    inside = os.path.relpath(path, here) if os.path.isabs(path) and path.startswith(here + os.sep) else path
    return one_line(inside.replace(os.sep, "/"), 1000)
