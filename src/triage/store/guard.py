"""Queries are code that somebody may have put beside the runs: while they run, the store is all that they can reach."""

from __future__ import annotations

import duckdb


def shut(db: duckdb.DuckDBPyConnection) -> None:
    """No files, no extensions, no network from now on. It can't be undone while the connection is open."""
    db.execute("SET enable_external_access = false")


def execute_one(db: duckdb.DuckDBPyConnection, statement: str) -> None:
    """Execute exactly one statement. Raises duckdb.InvalidInputException where another one hides behind it."""
    found = db.extract_statements(statement)
    if len(found) != 1:
        raise duckdb.InvalidInputException(f"one statement is wanted, not {len(found)}")
    db.execute(found[0])
