"""What to do next, as a command that can be pasted."""

from __future__ import annotations

import shlex
import sys


def words(*command: str, db: str | None = None) -> str:
    """A command line, quoted for a shell, with the store where it is not the default one."""
    return shlex.join([*command, *(("--db", db) if db and db != "triage.duckdb" else ())])


def hint(what: str, *command: str, db: str | None = None, quiet: bool = False) -> None:
    """Say on stderr what may come next: only to a person, whose stdout is a terminal."""
    from triage.cli.common import note

    if sys.stdout.isatty():
        note(f"{what}: {words(*command, db=db)}", quiet)
