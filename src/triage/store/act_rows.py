"""Rows that judging what agents did to the grader reads: suspect calls, and the other calls of the same runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import duckdb

from triage.store.tables import Key, by_task, dicts

ARGUMENTS, RESULT = 6000, 6000
"""Most characters of the arguments and the result of one call that are looked at."""
RAW = 20000
"""Most characters of the arguments as recorded: cut ones can't be read as JSON."""
BATCH = 6_000_000
"""Characters of calls that are held at one time."""


class Suspect(NamedTuple):
    """A run with rows of the view suspect_calls."""

    run_id: str
    """Its id."""
    task_id: str
    """Its task."""
    first: int
    """First row of its tool calls."""
    last: int
    """Last row of them: a run's stand together."""
    size: int
    """Bytes of its calls, as far as they are looked at."""


def suspects(db: duckdb.DuckDBPyConnection) -> list[Suspect]:
    """Runs with rows of the view suspect_calls, in the order in which they are stored. Keeps the rows for `batches`."""
    db.execute(f"""
        CREATE OR REPLACE TEMP TABLE _suspects AS
        SELECT s.run_id, s.task_id, s.task_version, s.step, s.call, s.act, s.path, left(s.args, 12000) AS args, s.result, r.verdict, c.name, left(c.arguments, {RAW}) AS raw
        FROM suspect_calls s JOIN runs r USING (run_id) JOIN tool_calls c USING (run_id, call)""")
    found = db.execute(f"""
        SELECT c.run_id, any_value(s.task_id), min(c.rowid) AS first, max(c.rowid), sum(2 * least(strlen(c.arguments), {RAW}) + least(strlen(c.result), {RESULT}))::BIGINT
        FROM tool_calls c JOIN (SELECT DISTINCT run_id, task_id FROM _suspects) s USING (run_id) GROUP BY c.run_id ORDER BY first""").fetchall()
    return [Suspect(*row) for row in found]


def batches(db: duckdb.DuckDBPyConnection, runs: Sequence[Suspect]) -> Iterator[tuple[set[str], dict[str, list[dict[str, Any]]], dict[str, list[dict[str, Any]]]]]:
    """As many of these runs as may be held at once: their tasks; by run its rows of suspect_calls, with its verdict and the call as recorded; by run all its calls."""
    batch: list[Suspect] = []
    size = 0
    for run in runs:
        if batch and size + run.size > BATCH:
            yield _batch(db, batch)
            batch, size = [], 0
        batch.append(run)
        size += run.size
    if batch:
        yield _batch(db, batch)


def _batch(db: duckdb.DuckDBPyConnection, runs: Sequence[Suspect]) -> tuple[set[str], dict[str, list[dict[str, Any]]], dict[str, list[dict[str, Any]]]]:
    ids = [run.run_id for run in runs]
    calls = db.execute(
        f"""
        SELECT run_id, step, call, name, replace(replace(left(arguments, {ARGUMENTS}), '\\n', chr(10)), '\\"', '"') AS args, left(arguments, {RAW}) AS raw, left(result, {RESULT}) AS result
        FROM tool_calls WHERE rowid BETWEEN $first AND $last AND run_id IN (SELECT unnest($runs::VARCHAR[])) ORDER BY run_id, call""",  # rowid: what lies outside is not unpacked
        {"first": min(run.first for run in runs), "last": max(run.last for run in runs), "runs": ids},
    )
    by_run = _by_run(calls)
    return {run.task_id for run in runs}, _suspects(db, ids), by_run


def _suspects(db: duckdb.DuckDBPyConnection, run_ids: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    return _by_run(db.execute("SELECT * FROM _suspects WHERE run_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY run_id, call, act, path", [list(run_ids)]))


def _by_run(cursor: duckdb.DuckDBPyConnection) -> dict[str, list[dict[str, Any]]]:
    return {str(run_id): list(own) for run_id, own in groupby(dicts(cursor), key=itemgetter("run_id"))}


def shipped(db: duckdb.DuckDBPyConnection, task_ids: Sequence[str]) -> dict[tuple[str, str | None], dict[str, dict[str, str]]]:
    """Files of environment and grader of these tasks: version to area to path to text."""
    made: dict[tuple[str, str | None], dict[str, dict[str, str]]] = {}
    found = db.execute(
        """
        SELECT v.task_id, v.task_version, f.area, f.path, left(f.text, 20000)
        FROM tasks v JOIN task_files f ON f.task_id = v.task_id AND (f.task_version IS NOT DISTINCT FROM v.task_version OR f.task_version IS NOT DISTINCT FROM v.told_version)
        WHERE f.area IN ('environment', 'grader') AND v.task_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY ALL""",
        [list(task_ids)],
    ).fetchall()
    for task, version, area, path, text in found:
        made.setdefault((task, version), {}).setdefault(area, {})[path] = text or ""
    return made


def prompts(db: duckdb.DuckDBPyConnection) -> dict[tuple[str, str | None], str]:
    """Prompt of every task version."""
    return {(t, v): p or "" for t, v, p in db.execute("SELECT task_id, task_version, prompt FROM tasks").fetchall()}


def grader_literals(db: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    """Literals that grader files compare with: strings and longer numbers after an equality."""
    return dicts(
        db.execute("""
        WITH found AS (
            SELECT v.task_id, v.task_version, unnest(regexp_extract_all(left(f.text, 200000), '==\\s*(?:f|r|b)?("[^"\\n]{3,80}"|''[^''\\n]{3,80}''|-?\\d+\\.\\d+|\\d{3,})', 1)) AS value
            FROM tasks v JOIN task_files f ON f.task_id = v.task_id AND (f.task_version IS NOT DISTINCT FROM v.task_version OR f.task_version IS NOT DISTINCT FROM v.told_version)
            WHERE f.area = 'grader' AND f.text IS NOT NULL
        ) SELECT DISTINCT task_id, task_version, trim(value, '"''') AS value FROM found""")
    )


_READBACKS = """
        WITH passing AS (
            SELECT run_id, task_id, task_version, kind, left(final_answer, 2000) AS final FROM runs WHERE verdict = 'passed' AND kind IN ('agent', 'reference')
            QUALIFY count(*) FILTER (kind = 'agent') OVER (PARTITION BY task_id, task_version) >= 3
        ), looks AS (
            SELECT p.run_id, p.task_id, p.task_version, p.kind, c.step, c.call, left(c.result, 4000) AS text,
                   regexp_extract(regexp_extract(c.arguments, '(?:&&|;|\\\\n|^)([^;&]*)$', 1), '(?:cat|head|tail|jq [^|;&]*|read|view|open|path|input|nl)\\W[^|;&]*?([\\w.-]+\\.(?:json|jsonl|csv|tsv|txt|toml|ya?ml|ini|out|dat))', 1) AS file
            FROM passing p JOIN tool_calls c USING (run_id)
            WHERE length(c.result) BETWEEN 4 AND 4000 AND (regexp_matches(c.result, '[=:\\[]\\s*-?\\d') OR regexp_matches(c.result, '([^,;\\t\\n]+[,;\\t][^\\n]*\\n){4}'))
              -- the last command of a line shows what it left
              AND NOT regexp_matches(regexp_extract(c.arguments, '(?:&&|;|\\\\n|^)([^;&]*)$', 1), 'python|<<|>')
        )
        , writes AS (
            SELECT p.run_id, p.task_id, p.task_version, p.kind, c.step, c.call, left(c.arguments, 4000) AS text,
                   regexp_extract(c.arguments, '([\\w.-]+\\.(?:json|jsonl|csv|tsv|txt|toml|ya?ml|ini|dat))', 1) AS file
            FROM passing p JOIN tool_calls c USING (run_id)
            WHERE length(c.arguments) BETWEEN 8 AND 4000 AND regexp_matches(c.name, '(?i)write|create|save|str_replace') AND (regexp_matches(c.arguments, '[=:\\[]\\s*-?\\d') OR regexp_matches(c.arguments, '([^,;\\\\]+[,;][^\\\\]*\\\\n){4}'))
        )
        SELECT run_id, task_id, task_version, kind, step, file, text FROM (SELECT * FROM looks UNION ALL SELECT * FROM writes) WHERE file <> '' QUALIFY row_number() OVER (PARTITION BY run_id, file ORDER BY call DESC) = 1
        UNION ALL SELECT run_id, task_id, task_version, kind, NULL, NULL, final FROM passing WHERE length(final) > 2"""


def readbacks(db: duckdb.DuckDBPyConnection) -> Iterator[tuple[Key, list[dict[str, Any]]]]:
    """What passing runs of tasks with at least three passing runs left, by task version: the last look at or write of each data file, and the last word (file NULL)."""
    return by_task(db, _READBACKS, "run_id, file")


def failures(db: duckdb.DuckDBPyConnection) -> Iterator[tuple[Key, list[dict[str, Any]]]]:
    """Distinct messages of failed checks, of all kinds of runs, by task version."""
    return by_task(
        db,
        """
        SELECT task_id, task_version, check_name, left(message, 2000) AS message, left(min(trace), 2000) AS trace, left(expected, 500) AS expected, left(actual, 500) AS actual, count(*) AS runs
        FROM run_checks WHERE status IN ('failed', 'error') AND verdict <> 'invalid' AND (message IS NOT NULL OR expected IS NOT NULL) GROUP BY ALL""",
    )
