"""Macros and tables that run detectors share: pattern families and prepared evidence, made once for each detection.

They are temporary: nothing of them is kept in the store.
"""

from __future__ import annotations

import duckdb

from triage.catalogue import load
from triage.errors import StoreError
from triage.store.guard import execute_one


def prepare(db: duckdb.DuckDBPyConnection) -> None:
    """Make the macros of queries/macros and the tables of queries/tables. Raises StoreError where one is wrong."""
    _make(db, "macros", "MACRO {} {}")
    _make(db, "tables", "TABLE {} AS {}")


def _make(db: duckdb.DuckDBPyConnection, group: str, what: str) -> None:
    todo = load(group)
    while todo:
        left, messages = [], []
        for query in todo:
            try:
                execute_one(db, "CREATE OR REPLACE TEMP " + what.format(query.id, query.sql))
            except duckdb.CatalogException as error:  # one that needs another that comes later is made in the next round
                left.append(query)
                messages.append(f"{query.path}: {str(error).splitlines()[0]}")
            except duckdb.Error as error:
                raise StoreError(f"{query.path}: {str(error).splitlines()[0]}", hint="look at the query named") from error
        if len(left) == len(todo):
            raise StoreError(f"{group} can't be made: " + "; ".join(messages), hint="look at the queries named")
        todo = left


def drop(db: duckdb.DuckDBPyConnection) -> None:
    """Remove the tables."""
    for query in load("tables"):
        db.execute(f"DROP TABLE IF EXISTS temp.main.{query.id}")
