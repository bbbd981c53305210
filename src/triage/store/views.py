"""Views of queries/views, in the store itself, so that the duckdb program and Harlequin see them too."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

import duckdb

from triage.catalogue import Query, load, needs
from triage.errors import StoreError
from triage.store.guard import execute_one


def make_views(db: duckdb.DuckDBPyConnection, catalog: str = "store", without: Container[str] = ()) -> None:
    """Make every view anew in this database, those apart that are there in another way. Raises StoreError where one is wrong."""
    views = {q.id: q for q in load("views")}
    make_all(
        [views[name] for name in needs(list(views.values())) if name not in without],
        lambda query: execute_one(db, f"CREATE OR REPLACE VIEW {catalog}.main.{query.id} AS {query.sql}"),
    )


def renew_views(db: duckdb.DuckDBPyConnection) -> None:
    """Make the views of the store anew if the catalogue has others than those that stand in it."""
    now = " ".join(f"{q.id}:{q.version}" for q in load("views"))
    if db.execute("SELECT 1 FROM store.main.meta WHERE key = 'views' AND value = ?", [now]).fetchone() is None:
        make_views(db)
        db.execute("INSERT OR REPLACE INTO store.main.meta VALUES ('views', ?)", [now])


def make_all(queries: Sequence[Query], make: Callable[[Query], None]) -> None:
    """Make each of them; one that needs one that comes later is made in the next round. Raises StoreError where that does not help."""
    todo = list(queries)
    while todo:
        left, messages = [], []
        for query in todo:
            try:
                make(query)
            except duckdb.Error as error:
                left.append(query)
                messages.append(f"{query.path}: {str(error).splitlines()[0]}")
        if len(left) == len(todo):
            raise StoreError("a query of the catalogue can't be made: " + "; ".join(messages), hint="look at the queries named; `triage queries check` tests them")
        todo = left
