"""Opening the store: for writing (one process), or for reading (many, beside each other)."""

from __future__ import annotations

import os
import re
from pathlib import Path

import duckdb

from triage.errors import StoreError
from triage.store.schema import create_statements, version

STORAGE = "v1.5.0"
"""DuckDB storage version of new files, so that older readers open them too."""


def open_store(path: Path, *, write: bool = False) -> duckdb.DuckDBPyConnection:
    """A connection to the store at `path`. With write=True it is made where it is missing.

    Raises StoreError: missing, locked (with the process that holds it), damaged, or of another version.
    """
    if not write and not path.exists():
        raise StoreError(f"there is no store at {path}", hint="make one with: triage ingest RUNS_FOLDER" + ("" if str(path) == "triage.duckdb" else f" --db {path}"))
    if write:
        path.parent.mkdir(parents=True, exist_ok=True)
    connection = duckdb.connect(":memory:")
    try:
        options = f"STORAGE_VERSION '{STORAGE}'" if write else "READ_ONLY"
        connection.execute(f"ATTACH '{_quote(str(path))}' AS store ({options})")
    except duckdb.Error as error:
        connection.close()
        raise _explain(path, error) from error
    connection.execute("USE store")
    connection.execute("SET preserve_insertion_order = false")
    connection.execute("SET enable_progress_bar = false")
    found = _version(connection)
    if found is None and write:
        _create(connection)
    elif found is None:
        connection.close()
        raise StoreError(f"{path} is a DuckDB file, but not a triage store", hint="give the file that `triage ingest` wrote with --db")
    elif found != version():
        connection.close()
        if write:
            return _rebuild(path, found)
        raise StoreError(
            f"{path} was written by another version of triage (schema {found}, this is {version()})",
            hint="run `triage ingest` on the same folders again: the store is a cache and is rebuilt; labels are kept",
        )
    return connection


def _create(connection: duckdb.DuckDBPyConnection) -> None:
    connection.begin()
    for statement in create_statements():
        connection.execute(statement)
    connection.execute("INSERT INTO meta VALUES ('schema', ?)", [version()])
    connection.commit()


def _rebuild(path: Path, found: str) -> duckdb.DuckDBPyConnection:
    """An older store is put aside, not deleted: it can be read from again by the version that wrote it."""
    aside = path.with_name(f"{path.name}.schema{found}")
    os.replace(path, aside)
    Path(f"{path}.wal").unlink(missing_ok=True)
    connection = open_store(path, write=True)
    connection.execute("INSERT INTO meta VALUES ('rebuilt_from', ?)", [str(aside)])
    return connection


def _version(connection: duckdb.DuckDBPyConnection) -> str | None:
    try:
        found = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchall()
    except duckdb.CatalogException:
        return None
    return str(found[0][0]) if found else None


def _quote(text: str) -> str:
    return text.replace("'", "''")


def _explain(path: Path, error: duckdb.Error) -> StoreError:
    text = str(error)
    if "lock" in text.lower():
        held = re.search(r"\(PID (\d+)\)", text)
        who = f"process {held[1]}{_command(held[1])}" if held else "another process"
        return StoreError(f"the store {path} is locked by {who}", hint="wait until it has finished, or read from a copy of the file with --db")
    if isinstance(error, duckdb.IOException) and ("No space" in text or "Cannot open" in text or "Permission" in text):
        return StoreError(f"the store {path} can't be opened: {text.splitlines()[0]}", hint="check the folder's permissions and free space")
    return StoreError(
        f"{path} is not a store that can be read: {text.splitlines()[0]}", hint="delete it and run `triage ingest` again: the store is a cache, labels are kept in their own files"
    )


def _command(pid: str) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return ""
    return " (" + " ".join(w.decode(errors="replace") for w in words if w)[:120] + ")"
