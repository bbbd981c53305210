"""Rows in and out for code that computes what SQL can't say: it sees rows, never a connection's SQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

import duckdb
import pyarrow as pa

from triage.catalogue import find
from triage.errors import UsageError
from triage.store.shard import keep_pandas_out
from triage.store.together import beside

AT_ONCE = 2000
"""Rows that are fetched at once."""
Key = tuple[str, str | None]
"""Task and version."""


def rows(db: duckdb.DuckDBPyConnection, name: str, params: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Rows of a table, view or named query as dictionaries."""
    query = find(name)
    cursor = db.execute(query.sql, dict(params or {})) if query is not None and query.group == "reports" else db.execute(f'SELECT * FROM "{name}"')
    return dicts(cursor)


def dicts(cursor: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    """Rows of what was executed as dictionaries."""
    names = [d[0] for d in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def by_task(db: duckdb.DuckDBPyConnection, query: str, order: str = "") -> Iterator[tuple[Key, list[dict[str, Any]]]]:
    """Rows of a query in groups, one task version after the other: only one is in memory here. order: further columns to order by."""
    connection = beside(db)
    try:
        cursor = connection.execute(f"SELECT * FROM ({query}) ORDER BY task_id, task_version{', ' if order else ''}{order}")
        names = [d[0] for d in cursor.description or ()]
        rows = (dict(zip(names, row, strict=True)) for row in chain.from_iterable(iter(lambda: cursor.fetchmany(AT_ONCE), [])))
        for key, own in groupby(rows, key=itemgetter("task_id", "task_version")):
            yield key, list(own)
    finally:
        connection.close()


def put(db: duckdb.DuckDBPyConnection, table: str, made: Iterable[Sequence[Any]]) -> int:
    """Append rows, in the order of the table's columns. Returns how many."""
    batch = list(made)
    if not batch:
        return 0
    keep_pandas_out()
    names = [row[0] for row in db.execute(f'DESCRIBE "{table}"').fetchall()]
    if len(batch[0]) != len(names):
        raise UsageError(f"{table} has {len(names)} columns, not {len(batch[0])}")
    db.register("_rows", pa.table({n: pa.array(list(c)) for n, c in zip(names, zip(*batch, strict=True), strict=True)}))
    db.execute(f'INSERT INTO "{table}" SELECT * FROM _rows')
    db.unregister("_rows")
    return len(batch)
