"""Macros and tables that run detectors share: pattern families and prepared evidence, made once for each detection.

They stand beside the store (triage.store.aside): nothing of them is kept.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial

import duckdb

from triage.catalogue import Query, load, needs
from triage.store.aside import ASIDE
from triage.store.connect import with_memory
from triage.store.guard import execute_one
from triage.store.together import together
from triage.store.views import make_all


def prepare(db: duckdb.DuckDBPyConnection, readers: Iterable[Query] | None = None) -> None:
    """Make the macros of queries/macros and the tables of queries/tables. Raises StoreError where one is wrong.

    readers: the queries that will read them; what none of these names, directly or by another, is left out. None makes all.
    """
    shared = [*load("macros"), *load("tables")]
    wanted = None if readers is None else set().union(*_words(readers, shared))
    chosen = [q for q in shared if wanted is None or q.id in wanted]
    for group, what in (("macros", "MACRO {} {}"), ("tables", "TABLE {} AS {}")):
        queries = [q for q in chosen if q.group == group]
        order = needs(queries)
        by_name = {q.id: q for q in queries}
        works = {name: partial(_made, what=what, query=by_name[name]) for name in order}
        left = {name for name, made in together(db, works, order) if not made}
        make_all([q for q in queries if q.id in left], partial(_make, db, what))


def words(readers: Iterable[Query]) -> set[str]:
    """All words of these queries and of the views and tables that they name, directly or by another: whose name is not among them is not read."""
    return set().union(*_words(readers, _read_by_name()))


def readers_of(tables: Collection[str], queries: Sequence[Query]) -> set[str]:
    """Ids of the queries that read one of these tables, directly or by views and tables."""
    return {query.id for query, own in zip(queries, _words(queries, _read_by_name()), strict=True) if not own.isdisjoint(tables)}


def _read_by_name() -> list[Query]:
    return [*load("views"), *load("tables")]


def _words(queries: Iterable[Query], shared: Iterable[Query]) -> Iterator[set[str]]:
    """Of each query all words of it and of those of `shared` that it names, directly or by another."""
    said = {q.id: set(re.findall(r"\w+", q.sql)) for q in shared}
    for query in queries:
        found, left = set[str](), [set(re.findall(r"\w+", query.sql))]
        while left:
            new = left.pop()
            left += [said[name] for name in (new - found) & said.keys()]
            found |= new
        yield found


def _made(db: duckdb.DuckDBPyConnection, what: str, query: Query) -> bool:
    """Whether it could be made: its needs are guessed, so that one may have to wait for others."""
    try:
        _make(db, what, query)
    except duckdb.Error:
        return False
    return True


def _make(db: duckdb.DuckDBPyConnection, what: str, query: Query) -> None:
    with_memory(db, lambda: execute_one(db, f"CREATE OR REPLACE {what.format(f'{ASIDE}.{query.id}', query.sql)}"))


def drop(db: duckdb.DuckDBPyConnection) -> None:
    """Remove the tables."""
    for query in load("tables"):
        db.execute(f"DROP TABLE IF EXISTS {ASIDE}.{query.id}")
