"""The place where a detection works: a database in memory, beside the store, that all connections of the process see.

What it makes has the names that the tables have in the store and is seen first, by queries and by the views that stand
there too; the store keeps the rows of the last detection until all of this one's are put in their place at once.
"""

from __future__ import annotations

import duckdb

from triage.catalogue import load
from triage.store.guard import execute_one
from triage.store.views import make_views

ASIDE = "memory.main"
"""The database in memory with which every connection to a store begins."""

DERIVED = ("findings", "outcomes", "detector_runs", "clusters", "judgements", "acts", "shapes", "wanted_values", "task_rates", "check_rates", "task_suspicion", "version_changes")
"""Tables that detection makes."""

RUNS = "runs"
"""A view that stands here as a table: nearly every query reads it, and making it out of its six parts each time takes longer than most detectors."""


def begin(db: duckdb.DuckDBPyConnection) -> None:
    """Empty derived tables and all views, seen first from now on."""
    for table in DERIVED:
        db.execute(f"CREATE OR REPLACE TABLE {ASIDE}.{table} AS SELECT * FROM store.main.{table} LIMIT 0")
    db.execute(f"SET search_path = '{ASIDE},store.main'")
    see_runs(db)
    make_views(db, "memory", without=(RUNS,))


def see_runs(db: duckdb.DuckDBPyConnection) -> None:
    """Make the table of runs anew, with the verdicts as they are now."""
    query = next(q for q in load("views") if q.id == RUNS)
    execute_one(db, f"CREATE OR REPLACE TABLE {ASIDE}.{RUNS} AS {query.sql}")


def leave(db: duckdb.DuckDBPyConnection) -> None:
    """See the store alone again."""
    db.execute("USE store")


def publish(db: duckdb.DuckDBPyConnection, catalogue: str) -> None:
    """Put the derived tables in the place of the store's, in one transaction, and leave."""
    leave(db)
    db.begin()
    for table in DERIVED:
        db.execute(f"DELETE FROM store.main.{table}")
        db.execute(f"INSERT INTO store.main.{table} SELECT * FROM {ASIDE}.{table}")
    db.execute("INSERT OR REPLACE INTO store.main.meta VALUES ('derived', 'fresh'), ('catalogue', ?)", [catalogue])
    db.commit()
    for table in (*DERIVED, RUNS):
        db.execute(f"DROP TABLE {ASIDE}.{table}")
