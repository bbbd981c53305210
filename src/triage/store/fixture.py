"""A small store in memory from rows written by hand: what detector cases are tried on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb
import pyarrow as pa

from triage.errors import UsageError
from triage.model import Check, Event, Run, Step, Task, TaskBug, TaskCheck, TaskFile, ToolCall
from triage.store.link import link
from triage.store.schema import create_statements
from triage.store.shard import arrow_schema
from triage.store.views import make_views

Rows = Sequence[Mapping[str, Any]]

NAMES: dict[str, tuple[str, type, dict[str, Any], str | None]] = {
    "runs": ("run_records", Run, {"task_id": "t", "passed": False, "score": 0.0}, None),
    "steps": ("steps", Step, {"run_id": "r1", "role": "assistant", "text": ""}, "step"),
    "tool_calls": ("tool_calls", ToolCall, {"run_id": "r1", "step": 0, "name": "bash", "arguments": "{}"}, "call"),
    "events": ("events", Event, {"run_id": "r1", "phase": "agent", "channel": "harness_log", "type": "log"}, "seq"),
    "checks": ("checks", Check, {"run_id": "r1", "check_name": "check", "status": "failed"}, "seq"),
    "tasks": ("task_records", Task, {"task_id": "t", "task_version": None, "origin": "folder", "version_declared": True}, None),
    "task_files": ("task_files", TaskFile, {"task_id": "t", "task_version": None, "area": "environment", "text": "", "bytes": 0, "digest": ""}, None),
    "task_checks": ("task_checks", TaskCheck, {"task_id": "t", "task_version": None}, None),
    "task_bugs": ("task_bugs", TaskBug, {"task_id": "t", "task_version": None}, None),
}
"""Name in a case file -> (table, model, defaults, column that numbers the rows of a run)."""


def make_store(given: Mapping[str, Rows], *, derive: bool = True) -> duckdb.DuckDBPyConnection:
    """A store with these rows, linked, with views (derive=False leaves both to a detection that follows). Missing columns take their defaults; a run `r1` is made if none is given.

    Raises UsageError for a table or column that does not exist.
    """
    db = duckdb.connect(":memory:")
    db.execute("ATTACH ':memory:' AS store")
    db.execute("USE store")
    for statement in create_statements():
        db.execute(statement)
    given = {**given, "runs": given.get("runs") or [{}]}
    for name, rows in given.items():
        if name not in NAMES:
            raise UsageError(f"a case has no table {name!r}", hint=f"one of {', '.join(NAMES)}")
        if rows:
            _insert(db, name, rows)
    if derive:
        link(db)
        make_views(db)
    return db


def _insert(db: duckdb.DuckDBPyConnection, name: str, rows: Rows) -> None:
    table, model, defaults, counter = NAMES[name]
    counts: dict[str, int] = {}
    made = []
    for number, row in enumerate(rows):
        values = {**defaults, **row}
        if name == "runs":
            values.setdefault("run_id", f"r{number + 1}")
        if counter is not None:
            run_id = values["run_id"]
            values.setdefault(counter, counts.get(run_id, 0))
            counts[run_id] = values[counter] + 1
        try:
            made.append((*model(**values), 1))
        except TypeError as error:
            raise UsageError(f"a row of {name} is not right: {error}", hint=f"columns: {', '.join(model._fields)}") from error  # type: ignore[attr-defined]
    schema = arrow_schema(table)
    db.register("_rows", pa.table([pa.array(list(c), f.type) for c, f in zip(zip(*made, strict=True), schema, strict=True)], schema=schema))
    db.execute(f"INSERT INTO {table} SELECT * FROM _rows")
    db.unregister("_rows")
