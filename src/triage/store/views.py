"""Views of queries/views, in the store itself, so that the duckdb program and Harlequin see them too."""

from __future__ import annotations

import duckdb

from triage.catalogue import load
from triage.errors import StoreError
from triage.store.guard import execute_one


def make_views(db: duckdb.DuckDBPyConnection) -> None:
    """Make every view anew, whatever their order of need. Raises StoreError where one is wrong."""
    todo = load("views")
    while todo:
        left, messages = [], []
        for query in todo:
            try:
                execute_one(db, f"CREATE OR REPLACE VIEW {query.id} AS {query.sql}")
            except duckdb.Error as error:  # a view that needs one that comes later is made in the next round
                left.append(query)
                messages.append(f"{query.path}: {str(error).splitlines()[0]}")
        if len(left) == len(todo):
            raise StoreError("views can't be made: " + "; ".join(messages), hint="look at the queries named; `triage queries check` tests them")
        todo = left
