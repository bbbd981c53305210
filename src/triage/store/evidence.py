"""Macros and tables that run detectors share: pattern families and prepared evidence, made once for each detection.

They are temporary: nothing of them is kept in the store.
"""

from __future__ import annotations

import duckdb

from triage.catalogue import load
from triage.errors import StoreError


def prepare(db: duckdb.DuckDBPyConnection) -> None:
    """Make the macros of queries/macros and the tables of queries/tables. Raises StoreError where one is wrong."""
    for query in load("macros"):
        try:
            db.execute(f"CREATE OR REPLACE TEMP MACRO {query.id} {query.sql}")
        except duckdb.Error as error:
            raise StoreError(f"{query.path}: {str(error).splitlines()[0]}") from error
    todo = load("tables")
    while todo:
        left, messages = [], []
        for query in todo:
            try:
                db.execute(f"CREATE OR REPLACE TEMP TABLE {query.id} AS {query.sql}")
            except duckdb.CatalogException as error:  # a table that needs one that comes later is made in the next round
                left.append(query)
                messages.append(f"{query.path}: {str(error).splitlines()[0]}")
            except duckdb.Error as error:
                raise StoreError(f"{query.path}: {str(error).splitlines()[0]}") from error
        if len(left) == len(todo):
            raise StoreError("tables of evidence can't be made: " + "; ".join(messages))
        todo = left


def drop(db: duckdb.DuckDBPyConnection) -> None:
    """Remove the tables."""
    for query in load("tables"):
        db.execute(f"DROP TABLE IF EXISTS temp.main.{query.id}")
