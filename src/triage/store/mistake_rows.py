"""Rows that judging mistakes reads: failed checks with their messages, and what the agents of a task could see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

import duckdb

from triage.store.tables import Key, dicts

MESSAGE, RESULT, ARGUMENTS, FILE = 4000, 20_000, 4000, 200_000
"""Most characters of one message, tool result, tool arguments and file that are looked at."""
RUNS = 300
"""Most runs of one task version whose tool calls are looked at."""


def gather(db: duckdb.DuckDBPyConnection) -> list[Key]:
    """Look once through checks and steps, and keep what `failures` and `complaints` give by the batch. Returns the task versions with failed checks."""
    db.execute(f"""
        CREATE OR REPLACE TEMP TABLE _failed AS
        SELECT task_id, task_version, run_id, check_name, status, left(message, {MESSAGE}) AS message, left(trace, {MESSAGE}) AS trace, left(expected, {MESSAGE}) AS expected, left(actual, {MESSAGE}) AS actual, seq
        FROM run_checks WHERE kind = 'agent' AND verdict IN ('passed', 'failed') AND status IN ('failed', 'error')""")
    db.execute("""
        CREATE OR REPLACE TEMP TABLE _complaints AS
        SELECT s.run_id, s.step, left(concat_ws(' ', s.reasoning, s.text), 4000) AS text FROM steps s
        WHERE s.role = 'assistant' AND s.run_id IN (SELECT run_id FROM runs WHERE kind = 'agent' AND verdict IN ('passed', 'failed'))
          AND regexp_matches(concat_ws(' ', s.reasoning, s.text), '(?i)not (specified|stated|documented|defined|clear)|unclear|unspecified|ambiguous|underspecified|I assum')""")
    return [(task, version) for task, version in db.execute("SELECT DISTINCT task_id, task_version FROM _failed ORDER BY ALL").fetchall()]


def failures(db: duckdb.DuckDBPyConnection, keys: Sequence[Key]) -> dict[Key, list[dict[str, Any]]]:
    """Failed and broken checks of valid agent runs of these task versions, in the grader's order."""
    _chosen(db, keys)
    found: dict[Key, list[dict[str, Any]]] = {key: [] for key in keys}
    for row in dicts(
        db.execute(
            "SELECT f.* EXCLUDE (seq) FROM _failed f JOIN _chosen k ON f.task_id = k.task_id AND f.task_version IS NOT DISTINCT FROM k.task_version ORDER BY f.seq, f.run_id"
        )
    ):
        found[row["task_id"], row["task_version"]].append(row)
    return found


def tasks(db: duckdb.DuckDBPyConnection) -> dict[Key, dict[str, Any]]:
    """Prompt of every task version."""
    return {(r["task_id"], r["task_version"]): r for r in dicts(db.execute("SELECT task_id, task_version, prompt FROM tasks"))}


def files(db: duckdb.DuckDBPyConnection, keys: Sequence[Key]) -> list[dict[str, Any]]:
    """Environment files of these task versions."""
    _chosen(db, keys)
    return dicts(
        db.execute(f"""
        SELECT DISTINCT v.task_id, v.task_version, f.path, left(f.text, {FILE}) AS text FROM _chosen k
        JOIN tasks v ON v.task_id = k.task_id AND v.task_version IS NOT DISTINCT FROM k.task_version
        JOIN task_files f ON f.task_id = v.task_id AND (f.task_version IS NOT DISTINCT FROM v.task_version OR f.task_version IS NOT DISTINCT FROM v.told_version)
        WHERE f.area = 'environment' ORDER BY ALL""")
    )


def runs(db: duckdb.DuckDBPyConnection, keys: Sequence[Key]) -> list[tuple[str, str, str | None]]:
    """Valid agent runs of these task versions that did not cheat: run, task and version."""
    _chosen(db, keys)
    return db.execute("""
        SELECT r.run_id, r.task_id, r.task_version
        FROM runs r JOIN _chosen k ON r.task_id = k.task_id AND r.task_version IS NOT DISTINCT FROM k.task_version
        WHERE r.kind = 'agent' AND r.verdict IN ('passed', 'failed')
          AND NOT EXISTS (SELECT 1 FROM findings f WHERE f.run_id = r.run_id AND f.kind LIKE 'cheat.%' AND f.severity = 'problem' AND f.status = 'match') ORDER BY r.run_id""").fetchall()


def finals(db: duckdb.DuckDBPyConnection, run_ids: Sequence[str]) -> dict[str, str]:
    """The last word of these runs."""
    _want(db, run_ids)
    return dict(db.execute("SELECT run_id, left(final_answer, 20000) FROM runs WHERE final_answer IS NOT NULL AND run_id IN (SELECT run_id FROM _wanted)").fetchall())


def extents(db: duckdb.DuckDBPyConnection) -> dict[str, tuple[int, int, int]]:
    """Of every run the bytes of its tool calls, as far as they are looked at, and their first and last row."""
    found = db.execute(
        f"SELECT run_id, sum(least(strlen(result), {RESULT}) + least(strlen(arguments), {ARGUMENTS}))::BIGINT, min(rowid), max(rowid) FROM tool_calls GROUP BY run_id"
    ).fetchall()
    return {run_id: (size, first, last) for run_id, size, first, last in found}


def calls(db: duckdb.DuckDBPyConnection, run_ids: Sequence[str], extent: Mapping[str, tuple[int, int, int]]) -> dict[str, list[tuple[str, str, str, int]]]:
    """Tool calls of these runs in order: name, arguments, result, step. extent: what `extents` gives."""
    own = [extent[run_id] for run_id in run_ids if run_id in extent]
    if not own:
        return {}
    _want(db, run_ids)
    rows = db.execute(
        f"""
        SELECT c.run_id, c.call, c.name, coalesce(left(c.arguments, {ARGUMENTS}), ''), coalesce(left(c.result, {RESULT}), ''), c.step
        FROM tool_calls c WHERE c.rowid BETWEEN $first AND $last AND c.run_id IN (SELECT run_id FROM _wanted)""",  # rowid: what lies outside is not unpacked
        {"first": min(e[1] for e in own), "last": max(e[2] for e in own)},
    ).fetchall()
    rows.sort(key=itemgetter(0, 1))  # here: a database that sorts rows this wide copies all their text
    found: dict[str, list[tuple[str, str, str, int]]] = {}
    for run_id, _, *call in rows:
        found.setdefault(run_id, []).append(tuple(call))
    return found


def complaints(db: duckdb.DuckDBPyConnection, run_ids: Sequence[str]) -> dict[str, str]:
    """What the agents of these runs wrote where they call the task unclear."""
    _want(db, run_ids)
    return dict(db.execute("SELECT run_id, string_agg(text, ' ' ORDER BY step) FROM _complaints WHERE run_id IN (SELECT run_id FROM _wanted) GROUP BY run_id").fetchall())


def _want(db: duckdb.DuckDBPyConnection, run_ids: Sequence[str]) -> None:
    db.execute("CREATE OR REPLACE TEMP TABLE _wanted AS SELECT unnest(?::VARCHAR[]) AS run_id", [list(run_ids)])


def _chosen(db: duckdb.DuckDBPyConnection, keys: Sequence[Key]) -> None:
    db.execute("CREATE OR REPLACE TEMP TABLE _chosen (task_id VARCHAR, task_version VARCHAR)")
    db.execute("INSERT INTO _chosen SELECT unnest(?::VARCHAR[]), unnest(?::VARCHAR[])", [[k[0] for k in keys], [k[1] for k in keys]])
