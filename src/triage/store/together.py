"""Queries beside each other: planning one keeps a single core busy, and a detection is about a hundred and fifty of them.

Each thread has a connection of its own to the same database; DuckDB works without Python's lock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from queue import SimpleQueue
from typing import TypeVar

import duckdb

T = TypeVar("T")
STOP_S = 3.0
"""Seconds that works which still run are waited for when one has failed, or Ctrl-C came."""
MOST = 4
"""Most queries at a time: they share the memory of the database."""


def together(db: duckdb.DuckDBPyConnection, works: Mapping[str, Callable[[duckdb.DuckDBPyConnection], T]], needs: Mapping[str, Set[str]] | None = None) -> Iterator[tuple[str, T]]:
    """Name and result of each of the works, as they end. Each is given a connection with the search path of `db`.

    needs: names of the works that have to end before one begins. What a work raises is raised, and the others are interrupted.
    """
    threads = min(int(_setting(db, "threads")), MOST, len(works))
    if threads <= 1:
        for name in works:
            yield name, works[name](db)
        return
    free: SimpleQueue[duckdb.DuckDBPyConnection] = SimpleQueue()
    connections = [beside(db) for _ in range(threads)]
    for connection in connections:
        free.put(connection)

    def do(work: Callable[[duckdb.DuckDBPyConnection], T]) -> T:
        connection = free.get()
        try:
            return work(connection)
        finally:
            free.put(connection)

    left = {name: set(needs.get(name, ())) & works.keys() if needs else set() for name in works}
    running: dict[Future[T], str] = {}
    pool = ThreadPoolExecutor(threads)
    try:
        while left or running:
            for name in [name for name, wants in left.items() if not wants] or ([] if running else list(left)):
                del left[name]
                running[pool.submit(do, works[name])] = name
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(future)
                for wants in left.values():
                    wants.discard(name)
                yield name, future.result()
    finally:
        _end(running, connections)
        pool.shutdown(wait=not running)
        for connection in connections:
            with suppress(duckdb.Error):  # one that is busy still refuses
                connection.close()


def _end(running: Iterable[Future[T]], connections: Iterable[duckdb.DuckDBPyConnection]) -> None:
    """Interrupt what still runs, for a while: a work that has another query to come is interrupted in that one."""
    left = {future for future in running if not future.cancel()}
    until = time.monotonic() + STOP_S
    while left and time.monotonic() < until:
        for connection in connections:
            connection.interrupt()
        left = set(wait(left, timeout=0.05).not_done)


def beside(db: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Another connection to the same database with the same search path; temporary tables are not shared."""
    connection = db.cursor()
    connection.execute(f"SET search_path = '{_setting(db, 'search_path')}'")
    return connection


def _setting(db: duckdb.DuckDBPyConnection, name: str) -> str:
    return str(db.execute(f"SELECT current_setting('{name}')").fetchall()[0][0])
