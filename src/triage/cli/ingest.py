"""triage ingest"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from triage.cli.common import db_option, labels_folder, note

if TYPE_CHECKING:
    from triage.ingest import Summary

SHOWN = 12
"""Problems and unrecognised files shown at the end; the rest is counted, `triage doctor --coverage` has all."""


@click.command("ingest")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--format", "only", metavar="NAME", help="Read everything as this format (see `triage formats`).")
@click.option("-j", "--jobs", type=click.IntRange(1), help="Worker processes.  [default: number of cores]")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="No progress, no notes.")
@db_option
def command(paths: tuple[str, ...], only: str | None, jobs: int | None, as_json: bool, quiet: bool, db: str | None, labels_dir: str | None) -> int:
    """Read runs and tasks below PATH (file, folder, archive or URL) into the store.

    Formats are recognised by content. Only what is new or changed is read again. A broken file never stops the others.

    \b
    Examples:
      triage ingest runs/ tasks/
      triage ingest jobs.tar.gz --db jobs.duckdb
      triage ingest results.csv --format results_table
    """
    from triage.catalogue import unasked
    from triage.pipeline import ingest_and_detect
    from triage.store.read import store_path

    path = store_path(db)
    told = unasked()
    if told:
        note(told, quiet)
    with _Bar(quiet) as progress:
        summary, detected = ingest_and_detect(paths, path, only=only, jobs=jobs, labels=labels_folder(labels_dir), progress=progress)
    _tell(summary, detected, str(path), quiet, as_json, paths, only)
    from triage.errors import NOTHING, OK, PARTLY

    if not summary.read and not summary.unchanged:
        return NOTHING
    return PARTLY if summary.errors or detected.errors else OK


def _tell(summary: Summary, detected: Any, path: str, quiet: bool, as_json: bool, paths: Sequence[str], only: str | None) -> None:
    if as_json:
        from triage.cli.output import emit_json

        data = {
            "store": path,
            "read": dict(summary.read),
            "runs": summary.runs,
            "tasks": summary.tasks,
            "unchanged": summary.unchanged,
            "vanished": summary.vanished,
            "unrecognised": len(summary.unrecognised),
            "errors": summary.errors,
            "warnings": summary.warnings,
            "findings": detected.findings,
            "detector_errors": detected.errors,
        }
        emit_json(data, indent=False)
        return
    if summary.rebuilt_from:
        note(f"the store was of an older version: it was put aside as {summary.rebuilt_from} and made anew", quiet)
    if not summary.read and not summary.unchanged:
        _nothing(summary, paths, only)
        return
    formats = ", ".join(f"{n} {name}" for name, n in summary.read.most_common())
    note(f"read {summary.runs} runs and {summary.tasks} tasks from {sum(summary.read.values())} sources ({formats or 'nothing new'}); {summary.unchanged} unchanged", quiet)
    if summary.vanished:
        note(f"{summary.vanished} sources are not there any more: their runs are kept", quiet)
    if summary.unrecognised:
        names = ", ".join(u.display for u in summary.unrecognised[:3])
        note(f"{len(summary.unrecognised)} files were not recognised ({names}{', ...' if len(summary.unrecognised) > 3 else ''})", quiet)
    for line in summary.shown[:SHOWN]:
        note(line, quiet)
    if summary.errors + summary.warnings > min(SHOWN, len(summary.shown)):
        note(f"{summary.errors} problems and {summary.warnings} warnings in all: triage doctor --coverage", quiet)
    if summary.errors:
        note("what could be read of broken files is in the store; exit code 3 tells scripts that not all could be", quiet)
    for line in detected.errors:
        note(line)
    note(f"{detected.findings} findings. Next: triage status" + ("" if path == "triage.duckdb" else f" --db {path}"), quiet)


LOOKED_FOR = (
    "runs of Harbor, ATIF, Terminal-Bench, Inspect, SWE-agent, mini-swe-agent, SWE-bench, tau-bench, OpenHands, verifiers",
    "sessions of Claude Code, Codex, Gemini CLI, opencode, Copilot, Cursor, Pi, Goose, Cline, Aider, Amp",
    "chat JSON or JSON lines (OpenAI, Anthropic, ShareGPT), OpenTelemetry traces, results tables (CSV, JSON lines, Parquet)",
    "the plain layout: a folder with a run.json, or a task.toml beside a prompt.md",
)
"""The formats by what they come from; `triage formats` has each of them."""


def _nothing(summary: Summary, paths: Sequence[str], only: str | None) -> None:
    looked = len(summary.unrecognised)
    problems = [line for line in summary.shown if line.startswith(tuple(paths))]
    if not looked and not problems:
        note(f"there is no file in {', '.join(paths)}")
        return
    note(f"nothing was recognised in {', '.join(paths)} ({looked} file{'' if looked == 1 else 's'} looked at)")
    why = f"{only} does not know it" if only else "no reader knows its name or first bytes"
    for found in summary.unrecognised[:5]:
        note(f"  {found.display}: {why}")
    if looked > 5:
        note(f"  and {looked - 5} more")
    for line in problems[:SHOWN]:
        note(line)
    if only:
        note(f"without --format {only} all {_readers()} readers are asked")
        return
    note("looked for:")
    for line in LOOKED_FOR:
        note(f"  {line}")
    note("Is it one of these under another name? --format NAME reads it so (`triage formats` lists names and what each looks like).")
    note('Your own harness? The least that works is run.json with {"task": "..."} beside a transcript.jsonl: docs/formats.md#plain-layout')


def _readers() -> int:
    from triage.formats import FORMATS

    return len(FORMATS)


class _Bar:
    """A progress bar on stderr, only on a terminal."""

    def __init__(self, quiet: bool) -> None:
        import sys

        self.on = not quiet and sys.stderr.isatty()
        self._live: Any = None

    def __enter__(self) -> Callable[[str, int, int], None] | None:
        if not self.on:
            return None
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

        from triage.cli.output import console

        self._live = Progress(TextColumn("{task.description}", markup=False), BarColumn(), DownloadColumn(), TimeRemainingColumn(), console=console(stderr=True), transient=True)
        self._live.start()
        bar = self._live.add_task("looking", total=None)

        def progress(what: str, done: int, total: int) -> None:
            self._live.update(bar, description=what, completed=done if what == "reading" else None, total=total if what == "reading" else None)

        return progress

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()
