"""Macros and tables that run detectors share: pattern families and prepared evidence, made once for each detection.

They are temporary: nothing of them is kept in the store.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import duckdb

from triage.catalogue import Query, load
from triage.errors import StoreError
from triage.store.guard import execute_one


def prepare(db: duckdb.DuckDBPyConnection, readers: Iterable[Query] | None = None) -> None:
    """Make the macros of queries/macros and the tables of queries/tables. Raises StoreError where one is wrong.

    readers: the queries that will read them; what none of these names, directly or by another, is left out. None makes all.
    """
    shared = [*load("macros"), *load("tables")]
    wanted = None if readers is None else _named((q.sql for q in readers), shared)
    for group, what in (("macros", "MACRO {} {}"), ("tables", "TABLE {} AS {}")):
        _make(db, group, what, [q for q in shared if q.group == group and (wanted is None or q.id in wanted)])


def words(readers: Iterable[Query]) -> set[str]:
    """All words of these queries and of the views and tables that they name, directly or by another: whose name is not among them is not read."""
    shared = [*load("views"), *load("tables")]
    texts = [q.sql for q in readers]
    named = _named(texts, shared)
    return {word for text in (*texts, *(q.sql for q in shared if q.id in named)) for word in re.findall(r"\w+", text)}


def _named(texts: Iterable[str], shared: Sequence[Query]) -> set[str]:
    """Names of the shared queries that stand in these texts, or in queries that do."""
    by_name = {q.id: q for q in shared}
    found: set[str] = set()
    left = list(texts)
    while left:
        new = (set(re.findall(r"\w+", left.pop())) & by_name.keys()) - found
        found |= new
        left += [by_name[name].sql for name in new]
    return found


def _make(db: duckdb.DuckDBPyConnection, group: str, what: str, todo: list[Query]) -> None:
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
