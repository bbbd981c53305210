"""Reading the store: named queries, any SQL, and the labels that were written since it was made."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from triage.catalogue import GROUPS, Query, find, load, without_comments
from triage.errors import StoreError, UsageError
from triage.store.connect import open_store
from triage.store.schema import DERIVED, columns

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

SAFE = ("SET enable_external_access = false", "SET lock_configuration = true")
"""Before any query that a person wrote: it can read the store and nothing else."""


class Reader:
    """A read-only view of a store. Many may be open at once, in many processes.

    labels: rows of the `labels` table as the files tell them now (see triage.labels); None leaves those of the store.
    """

    def __init__(self, path: Path, labels: list[tuple[Any, ...]] | None = None) -> None:
        self.path = path
        self.db = open_store(path)
        if labels is not None:
            self._shadow_labels(labels)
        for statement in SAFE:
            self.db.execute(statement)

    def _shadow_labels(self, rows: list[tuple[Any, ...]]) -> None:
        """Labels live in files; a temporary table of the same name is what views see first."""
        self.db.execute("CREATE TEMP TABLE labels AS SELECT * FROM store.main.labels LIMIT 0")
        if rows:
            import pyarrow as pa

            names = [c.name for c in columns(DERIVED["labels"])]
            self.db.register("_labels", pa.table(dict(zip(names, (list(c) for c in zip(*rows, strict=True)), strict=True))))
            self.db.execute("INSERT INTO temp.main.labels SELECT * FROM _labels")
            self.db.unregister("_labels")

    def meta(self, key: str) -> str | None:
        """A value of the store's own notes."""
        found = self.db.execute("SELECT value FROM store.main.meta WHERE key = ?", [key]).fetchall()
        return found[0][0] if found else None

    def rows(self, sql: str, params: Mapping[str, Any] | None = None, *, where: str | None = None, limit: int | None = None) -> list[dict[str, Any]]:
        """Rows of a query as dictionaries. where: an SQL condition over its columns; limit: most rows.

        Raises UsageError with DuckDB's words where the SQL is wrong.
        """
        cursor = self._execute(_wrap(sql, where, limit), params)
        names = [d[0] for d in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def table(self, sql: str, params: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """Rows of a query as tuples."""
        return self._execute(sql, params).fetchall()

    def one(self, sql: str, params: Mapping[str, Any] | None = None) -> tuple[Any, ...] | None:
        """The first row of a query, or None."""
        found = self._execute(sql, params).fetchmany(1)
        self.db.fetchall()  # nothing may stay open on the connection
        return found[0] if found else None

    def named(self, name: str, params: Mapping[str, Any] | None = None, *, where: str | None = None, limit: int | None = None) -> list[dict[str, Any]]:
        """Rows of a query of the catalogue. Parameters that it does not name are left out; those not given are null."""
        query = self.query(name)
        return self.rows(query.sql, parameters(query.sql, params or {}), where=where, limit=limit)

    def frame(self, sql: str, params: Mapping[str, Any] | None = None, *, where: str | None = None, limit: int | None = None) -> pd.DataFrame:
        """A query's rows as a pandas DataFrame."""
        return self._execute(_wrap(sql, where, limit), params).df()

    def arrow(self, sql: str, params: Mapping[str, Any] | None = None) -> pa.Table:
        """A query's rows as an Arrow table."""
        return self.db.sql(sql, params=dict(params) if params else None).to_arrow_table()

    def batches(self, sql: str, rows: int) -> Iterator[pa.RecordBatch]:
        """A query's rows as Arrow record batches of about `rows` rows: memory stays flat. Without rows one empty batch tells the columns."""
        import pyarrow as pa

        try:
            found = self.db.sql(sql).to_arrow_reader(rows)
            empty = True
            for batch in found:
                empty = False
                yield batch
            if empty:
                yield pa.RecordBatch.from_pylist([], schema=found.schema)
        except duckdb.CatalogException as error:
            raise UsageError(f"there is no such table: {str(error).splitlines()[0]}", hint="`triage query --schema` shows them") from error

    def query(self, name: str) -> Query:
        """A query of the catalogue. Raises UsageError with the nearest name."""
        query = find(name)
        if query is None:
            near = difflib.get_close_matches(name, [q.id for group in GROUPS for q in load(group)], 1, 0.5)
            raise UsageError(
                f"there is no query {name!r}", hint=f"did you mean {near[0]}? SQL has a space in it" if near else "`triage queries list` names them all; SQL has a space in it"
            )
        return query

    def _execute(self, sql: str, params: Mapping[str, Any] | None) -> duckdb.DuckDBPyConnection:
        try:
            return self.db.execute(sql, dict(params) if params else None)
        except (duckdb.ProgrammingError, duckdb.DataError, duckdb.NotSupportedError, duckdb.PermissionException) as error:
            raise UsageError(
                f"the query is not right: {_place(str(error))}", hint="`triage query --schema` shows tables and columns; text stands in single quotes: verdict = 'failed'"
            ) from error
        except duckdb.Error as error:
            raise StoreError(
                f"the store can't be read: {str(error).splitlines()[0]}", where=str(self.path), hint="delete it and ingest again; labels are kept in their own files"
            ) from error

    def close(self) -> None:
        """Close the store."""
        self.db.close()

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _wrap(sql: str, where: str | None, limit: int | None) -> str:
    if where is None and limit is None:
        return sql
    condition = f" WHERE {where}" if where else ""
    bound = f" LIMIT {int(limit)}" if limit is not None else ""
    return f"SELECT * FROM (\n{sql.rstrip().rstrip(';')}\n){condition}{bound}"


def parameters(sql: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that a query names, with their values; null where none is given."""
    return {name: given.get(name) for name in set(re.findall(r"\$([a-z_]+)", without_comments(sql)))}


def store_path(path: str | os.PathLike[str] | None) -> Path:
    """The store to use: as given, else TRIAGE_DB, else ./triage.duckdb."""
    return Path(path or os.environ.get("TRIAGE_DB") or "triage.duckdb")


def _place(message: str) -> str:
    """DuckDB's message with the place as the user wrote it: a condition is wrapped into a query that nobody typed."""
    wrapped = re.search(r"LINE \d+: \) WHERE \((.*)\)\n( *)(\^+)", message)
    if not wrapped:
        return message
    indent = len(wrapped[2]) - (wrapped.start(1) - wrapped.start())
    return f"{message[: wrapped.start()].rstrip()}\n  {wrapped[1]}\n  {' ' * max(0, indent)}{wrapped[3]}"
