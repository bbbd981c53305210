"""Options that commands share, and opening the store."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from triage.store.read import Reader

F = Callable[..., Any]


def db_option(function: F) -> F:
    """--db, --labels."""
    function = click.option("--labels", "labels_dir", metavar="DIR", envvar="TRIAGE_LABELS", help="Folder of label files.  [default: ./labels; env: TRIAGE_LABELS]")(function)
    return click.option("--db", metavar="FILE", envvar="TRIAGE_DB", help="The store.  [default: ./triage.duckdb; env: TRIAGE_DB]")(function)


def listing_options(function: F) -> F:
    """--format, --where, --limit, --quiet."""
    function = click.option("-q", "--quiet", is_flag=True, help="No notes on stderr.")(function)
    function = click.option("-n", "--limit", type=click.IntRange(0), metavar="N", help="At most N rows.")(function)
    function = click.option("--where", metavar="SQL", help="A condition over the columns, e.g. \"score < 0.5 and model = 'm'\".")(function)
    return click.option(
        "--format", "fmt", type=click.Choice(["table", "json", "jsonl", "csv"]), default=None, help="table on a terminal; json otherwise has to be asked for.  [default: table]"
    )(function)


def open_reader(db: str | None, labels_dir: str | None = None) -> Reader:
    """The store for reading, with the labels as their files are now. Says on stderr what is not up to date."""
    from triage.catalogue import unasked
    from triage.labels.mirror import label_rows
    from triage.store.read import Reader, store_path

    told = unasked()
    if told:
        note(told)
    reader = Reader(store_path(db), label_rows(labels_folder(labels_dir)))
    if reader.meta("derived") != "fresh":
        note("the last ingest was interrupted: findings and verdicts may lag behind; run `triage ingest` again")
    return reader


def labels_folder(given: str | None) -> Path:
    """The folder of label files: as given, else TRIAGE_LABELS, else ./labels."""
    return Path(given or os.environ.get("TRIAGE_LABELS") or "labels")


def note(text: str, quiet: bool = False) -> None:
    """Narration: to stderr."""
    from triage.safe_text import visible

    if quiet:
        return
    if not sys.stderr.isatty():
        print(visible(text), file=sys.stderr)
        return
    from shutil import get_terminal_size

    from triage.cli.wrap import wrap

    for line in visible(text).split("\n"):
        print("\n".join(wrap(line, get_terminal_size().columns)), file=sys.stderr)


def glob_condition(column: str, pattern: str | None) -> str | None:
    """An SQL condition for a shell pattern over a column; several patterns are separated by commas."""
    if not pattern:
        return None
    parts = [f"{column} GLOB '{p.strip().replace(chr(39), chr(39) * 2)}'" for p in pattern.split(",") if p.strip()]
    return "(" + " OR ".join(parts) + ")" if parts else None


def equals(column: str, value: str | None) -> str | None:
    """An SQL condition for an equal value."""
    return None if value is None else f"{column} = '{value.replace(chr(39), chr(39) * 2)}'"


def all_of(*conditions: str | None) -> str | None:
    """Conditions joined by AND."""
    given = [f"({c})" for c in conditions if c]
    return " AND ".join(given) if given else None
