"""Opening the store: for writing (one process), or for reading (many, beside each other)."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import duckdb

from triage.errors import StoreError
from triage.store.schema import create_statements, version
from triage.store.snapshot import is_locked
from triage.store.views import renew_views

T = TypeVar("T")
STORAGE = "v1.5.0"
"""DuckDB storage version of new files, so that older readers open them too."""

ROW_GROUP = 16_384
"""Rows of a row group: a thread of DuckDB's scans one at a time, and rows are wide here. With the usual 122,880 a store of some thousand runs would be scanned by one thread."""

WRITTEN = f"STORAGE_VERSION '{STORAGE}', ROW_GROUP_SIZE {ROW_GROUP}"
THREADS = 8
"""Most threads of the process that writes: more gain little, and each needs memory of its own."""
ROOM_MB, ROOM_OF_THREAD_MB = 240, 40
"""Memory of the database in the process that writes, megabytes, and what each thread adds; beyond it, it uses files beside the store."""

READERS_LEAVE = 1.5
"""Seconds that a writer waits for readers: `triage review` holds the store only while it reads a run."""


def open_store(path: Path, *, write: bool = False) -> duckdb.DuckDBPyConnection:
    """A connection to the store at `path`. With write=True it is made where it is missing.

    Raises StoreError: missing, locked (with the process that holds it), damaged, or of another version.
    """
    until = time.monotonic() + (READERS_LEAVE if write else 0)
    while True:
        try:
            return _open(path, write)
        except StoreError as error:
            if not is_locked(error) or time.monotonic() >= until:
                raise
            time.sleep(0.05)


def _open(path: Path, write: bool) -> duckdb.DuckDBPyConnection:
    if not write and not path.exists():
        raise _missing(path)
    if write and (not path.exists() or path.stat().st_size == 0):
        _create(path)
    connection = duckdb.connect(":memory:")
    try:
        found = _attach(connection, path, WRITTEN if write else "READ_ONLY")
    except StoreError:
        connection.close()
        raise
    connection.execute("SET preserve_insertion_order = false")
    # each checkpoint packs the last, half full row group again: seldom ones halve the work and the file
    connection.execute("SET wal_autocheckpoint = '256MB'")
    if write:
        _bound(connection, path)
    with contextlib.suppress(duckdb.Error):  # in Jupyter without ipywidgets DuckDB refuses even to turn it off
        connection.execute("SET enable_progress_bar = false")
    if found != version():
        connection.close()
        if write and found is not None:
            return _rebuild(path, found)
        raise _strange(path, found)
    return connection


def _bound(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Memory stays flat however large the store is: what does not fit goes to files beside it, which go with the connection."""
    spill = f"{path}.spill"
    shutil.rmtree(spill, ignore_errors=True)  # of a process that was killed: the store is locked by this one now
    threads = min(os.cpu_count() or 1, THREADS)
    connection.execute(f"SET threads = {threads}")
    connection.execute(f"SET temp_directory = '{_quote(spill)}'")
    connection.execute(f"SET memory_limit = '{ROOM_MB + ROOM_OF_THREAD_MB * threads}MB'")


_ALONE = threading.RLock()


def with_memory(connection: duckdb.DuckDBPyConnection, work: Callable[[], T]) -> T:
    """What `work` returns. Where the limit does not suffice it is done again with what DuckDB takes by itself, 80 % of the machine's."""
    try:
        return work()
    except duckdb.OutOfMemoryException:
        with _ALONE:  # the limit is one for all connections: who comes second must not take the first one's for the usual
            before = connection.execute("SELECT current_setting('memory_limit')").fetchall()[0][0]
            connection.execute("RESET memory_limit")
            try:
                return work()
            finally:
                connection.execute(f"SET memory_limit = '{before}'")


def _attach(connection: duckdb.DuckDBPyConnection, path: Path, options: str) -> str | None:
    """Attach the store and use it. Returns its schema version; None where it has none."""
    try:
        connection.execute(f"ATTACH '{_quote(str(path))}' AS store ({options})")
    except duckdb.Error as error:
        raise _explain(path, error) from error
    connection.execute("USE store")
    return _version(connection)


def _strange(path: Path, found: str | None) -> StoreError:
    if found is None:
        return StoreError(f"{path} is a DuckDB file, but not a triage store", hint="give the file that `triage ingest` wrote with --db")
    return StoreError(
        f"{path} was written by another version of triage (schema {found}, this is {version()})",
        hint="run `triage ingest` on the same folders again: the store is a cache and is rebuilt; labels are kept",
    )


def _missing(path: Path) -> StoreError:
    return StoreError(f"there is no store at {path}", hint="make one with: triage ingest RUNS_FOLDER" + ("" if str(path) == "triage.duckdb" else f" --db {path}"))


class Visits:
    """A reader that holds the store only while it reads: between two visits another process may write it.

    The DuckDB instance stays, for starting one takes longer than a visit. Not for queries that a person wrote.
    """

    def __init__(self) -> None:
        self._connection: duckdb.DuckDBPyConnection | None = None

    def rows(self, sql: str, params: dict[str, Any]) -> list[tuple[Any, ...]]:
        """Rows of a query, during a visit. Raises StoreError."""
        if self._connection is None:
            raise StoreError("the store is closed")
        try:
            return self._connection.execute(sql, params or None).fetchall()
        except duckdb.Error as error:
            raise StoreError(f"the store can't be read: {str(error).splitlines()[0]}", hint="run `triage ingest` again; labels are kept in their own files") from error

    @contextmanager
    def visit(self, path: Path) -> Iterator[None]:
        """The store at `path`, attached until the block ends. Raises StoreError as `open_store` does. One thread at a time."""
        if not path.exists():
            raise _missing(path)
        if self._connection is None:
            self._connection = duckdb.connect(":memory:")
            self._connection.execute("SET enable_progress_bar = false")
        try:
            found = _attach(self._connection, path, "READ_ONLY")
            if found != version():
                raise _strange(path, found)
            yield
        finally:
            self._leave()

    def holds_a_store(self, path: Path) -> bool:
        """Whether the file is a store of this version."""
        try:
            with self.visit(path):
                return True
        except StoreError:
            return False

    def _leave(self) -> None:
        if self._connection is not None:
            self._connection.execute("USE memory")
            self._connection.execute("DETACH DATABASE IF EXISTS store")

    def close(self) -> None:
        """Give the instance up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _create(path: Path) -> None:
    """An empty store with its tables and views. Made aside, so that whoever is killed meanwhile leaves none or a whole one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.new-{os.getpid()}")
    connection = duckdb.connect(":memory:")
    try:
        _attach(connection, aside, WRITTEN)
        for statement in create_statements():
            connection.execute(statement)
        connection.execute("INSERT INTO meta VALUES ('schema', ?)", [version()])
        renew_views(connection)
        connection.close()
        if path.exists() and path.stat().st_size == 0:
            path.unlink()
        _name(aside, path)
    except OSError as error:
        raise StoreError(f"the store {path} can't be made: {error.strerror or error}", hint="check the folder's permissions and free space") from error
    finally:
        connection.close()
        aside.unlink(missing_ok=True)


def _name(aside: Path, path: Path) -> None:
    """Give a new store its name; where another process was quicker, its store is as good."""
    try:
        os.link(aside, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        os.replace(aside, path)


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
    if path.is_dir() or not _is_duckdb(path):
        return StoreError(f"{path} is no store of triage", hint=f"a store is the file that `triage ingest` writes: triage ingest {path}, or name the file with --db")
    return StoreError(
        f"{path} is a store that can't be read any more: {text.splitlines()[0]}",
        hint="run `triage ingest` on the same folders with another --db: labels are kept in their own files",
    )


def _is_duckdb(path: Path) -> bool:
    """Whether a file begins as DuckDB's do."""
    try:
        with open(path, "rb") as file:
            return file.read(12)[8:] == b"DUCK"
    except OSError:
        return True  # what can't be looked at is not denied


def _command(pid: str) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return ""
    return " (" + " ".join(w.decode(errors="replace") for w in words if w)[:120] + ")"
