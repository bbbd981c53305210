"""Queries beside each other: all done, in the order of their needs, and none left behind by one that fails."""

from __future__ import annotations

import threading

import duckdb
import pytest

from triage.store.together import together


@pytest.fixture
def db() -> duckdb.DuckDBPyConnection:
    made = duckdb.connect(":memory:")
    made.execute("SET threads = 2")
    made.execute("CREATE SCHEMA other; CREATE TABLE other.seen (name VARCHAR); SET search_path = 'other'")
    return made


def note(name: str):
    return lambda own: own.execute("INSERT INTO seen VALUES (?)", [name]).fetchall()[0][0]


def test_every_work_is_done_and_its_rows_are_seen_by_all(db: duckdb.DuckDBPyConnection) -> None:
    assert dict(together(db, {n: note(n) for n in "abcdefgh"})) == dict.fromkeys("abcdefgh", 1)
    assert db.execute("SELECT count(DISTINCT name) FROM seen").fetchone() == (8,)


def test_a_work_begins_when_what_it_needs_has_ended(db: duckdb.DuckDBPyConnection) -> None:
    def counted(own: duckdb.DuckDBPyConnection) -> int:
        return len(own.execute("FROM seen").fetchall())

    found = dict(together(db, {"last": counted, "a": note("a"), "b": note("b"), "c": note("c")}, {"last": {"a", "b", "c", "not among them"}}))
    assert found["last"] == 3


def test_works_that_need_each_other_are_done_all_the_same(db: duckdb.DuckDBPyConnection) -> None:
    assert len(dict(together(db, {"a": note("a"), "b": note("b")}, {"a": {"b"}, "b": {"a"}}))) == 2


def test_what_one_raises_is_raised_and_a_long_one_is_interrupted(db: duckdb.DuckDBPyConnection) -> None:
    started = threading.Event()

    def long(own: duckdb.DuckDBPyConnection) -> None:
        started.set()
        own.execute("SELECT count(*) FROM range(100000000000) a, range(100) b WHERE hash(a) = hash(b)").fetchall()

    def wrong(own: duckdb.DuckDBPyConnection) -> None:
        started.wait(10)
        own.execute("SELECT 1 FROM nowhere")

    with pytest.raises(duckdb.CatalogException, match="nowhere"):
        list(together(db, {"long": long, "wrong": wrong}))


def test_one_thread_uses_the_connection_itself(db: duckdb.DuckDBPyConnection) -> None:
    db.execute("SET threads = 1; CREATE TEMP TABLE own_only (n INTEGER)")
    assert dict(together(db, {"a": lambda own: own.execute("INSERT INTO own_only VALUES (1)").fetchall(), "b": lambda own: own.execute("FROM own_only").fetchall()}))["b"] == [(1,)]
