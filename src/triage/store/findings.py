"""Turning the rows of a detector into findings, and findings into verdicts."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import duckdb

from triage.catalogue import Query
from triage.store.aside import see_runs
from triage.store.connect import with_memory
from triage.store.guard import execute_one


@dataclass
class Detected:
    """What detection did."""

    findings: int = 0
    """Findings stored."""
    errors: list[str] = field(default_factory=list)
    """Detectors or views that failed: reported, and the rest went on."""


QUOTE = 600
"""Most characters of one quote."""
PLACES = 25
"""Most places of evidence kept for one finding; `runs_affected` counts them all."""

_OPTIONAL = {
    "task_id": "VARCHAR",
    "task_version": "VARCHAR",
    "run_id": "VARCHAR",
    "check_name": "VARCHAR",
    "step": "BIGINT",
    "channel": "VARCHAR",
    "quote": "VARCHAR",
    "file": "VARCHAR",
    "line": "BIGINT",
    "title": "VARCHAR",
    "explanation": "VARCHAR",
    "severity": "VARCHAR",
    "status": "VARCHAR",
    "confidence": "DOUBLE",
    "runs_affected": "BIGINT",
    "runs_total": "BIGINT",
    "evidence": "VARCHAR",
    "kind": "VARCHAR",
    "evidence_run": "VARCHAR",
}
"""Columns that a detector may give; the rest of what it selects is ignored. A run-scope detector must give run_id, a
task-scope one task_id and task_version. `evidence` is a JSON array that replaces step, channel, quote, file and line;
`evidence_run` names the run of one place of a task-scope finding."""


def run_detector(db: duckdb.DuckDBPyConnection, query: Query) -> int:
    """Run one detector and store its findings. Returns how many. A failing one is recorded and gives none."""
    start, found, error = time.perf_counter(), 0, None
    try:
        found = with_memory(db, lambda: _store(db, query))
    except duckdb.Error as failed:
        error = str(failed).splitlines()[0]
    db.execute("INSERT INTO detector_runs VALUES (?, ?, ?, ?, ?)", [query.id, query.version, found, time.perf_counter() - start, error])
    return found


def meaning(query: Query) -> str:
    """What a finding means where its detector gives no explanation: the first paragraph of the documentation, without what it is not."""
    words = query.doc.partition("\n\n")[0].replace("\n", " ").partition(" Not: ")[0]
    words = words.removeprefix("Finds ")
    return words[:1].upper() + words[1:]


def _store(db: duckdb.DuckDBPyConnection, query: Query) -> int:
    execute_one(db, f"CREATE OR REPLACE TEMP TABLE _said AS {query.sql}")
    if not db.execute("SELECT 1 FROM _said LIMIT 1").fetchall():
        return 0
    given = {row[0] for row in db.execute("DESCRIBE _said").fetchall()}
    for name, kind in _OPTIONAL.items():
        if name not in given:
            db.execute(f"ALTER TABLE _said ADD COLUMN {name} {kind}")
    task_scope = query.scope == "task"
    doc = meaning(query)
    found = db.execute(
        f"""
        INSERT INTO findings
        WITH said AS (
            SELECT s.* EXCLUDE (task_id, task_version), coalesce(s.task_id, r.task_id) AS task_id, coalesce(s.task_version, r.task_version) AS task_version, r.passed AS run_passed
            FROM _said s LEFT JOIN {"(SELECT NULL AS run_id, NULL AS task_id, NULL AS task_version, NULL AS passed)" if task_scope else "runs"} r ON r.run_id = s.run_id
            {"" if task_scope else "WHERE r.run_id IS NOT NULL"}
        ), grouped AS (
            SELECT coalesce(kind, $kind) AS kind, task_id, task_version, {"NULL::VARCHAR" if task_scope else "run_id"} AS run_id, check_name,
                   coalesce(arg_max(severity, list_position(['note', 'suspicious', 'problem', 'invalid'], severity)), $severity) AS severity, coalesce(min(status), 'match') AS status, coalesce(max(confidence), $confidence) AS confidence,
                   coalesce(min(title), $title) AS title, coalesce(min(explanation), $doc) AS explanation,
                   coalesce(max(runs_affected), nullif(count(DISTINCT coalesce(evidence_run, run_id)), 0)) AS runs_affected, max(runs_total) AS runs_total, min(evidence) AS given_evidence,
                   list({{'run_id': coalesce(evidence_run, run_id), 'step': step, 'channel': channel, 'quote': left(coalesce(quote, ''), {QUOTE}), 'file': file, 'line': line}}
                        ORDER BY step NULLS LAST, line NULLS LAST, coalesce(evidence_run, run_id), quote, channel, file) FILTER (quote IS NOT NULL OR step IS NOT NULL OR evidence_run IS NOT NULL) AS places,
                   coalesce(bool_or(run_passed), false) AS run_passed
            FROM said GROUP BY ALL
        )
        SELECT left(md5(concat_ws('|', kind, task_id, task_version, run_id, check_name, $detector)), 12), $scope, kind,
               CASE WHEN severity = 'invalid' AND run_passed AND NOT $even_if_passed THEN 'note' ELSE severity END, status, round(confidence, 3), task_id, task_version, run_id, check_name,
               title, explanation, runs_affected, runs_total,
               coalesce(given_evidence, to_json(coalesce(places[1:{PLACES}], [])))::VARCHAR, $detector, $version
        FROM grouped""",
        {
            "kind": query.kind,
            "severity": query.fields.get("severity", "note"),
            "confidence": float(query.fields.get("confidence", "0.5")),
            "title": query.title,
            "doc": doc,
            "scope": query.scope,
            "even_if_passed": query.fields.get("even_if_passed") == "yes",
            "detector": query.id,
            "version": query.version,
        },
    ).fetchall()
    return int(found[0][0])


def decide(db: duckdb.DuckDBPyConnection) -> None:
    """The automatic verdict of every run from its findings: passed, failed, invalid or ungraded.

    An `invalid` finding makes a run invalid; on passed runs such findings were lowered to notes unless they say that no
    agent or no test ran. The most confident one names the kind.
    """
    db.execute("DELETE FROM outcomes")
    db.execute("""
        INSERT INTO outcomes
        WITH invalid AS (
            SELECT run_id, arg_max(kind, confidence) AS kind FROM findings WHERE scope = 'run' AND severity = 'invalid' AND status = 'match' GROUP BY run_id
        ), base AS (
            SELECT run_id, CASE WHEN passed THEN 'passed' WHEN passed = false THEN 'failed' ELSE 'ungraded' END AS plain FROM runs
        )
        SELECT b.run_id, CASE WHEN i.kind IS NOT NULL THEN 'invalid' ELSE b.plain END, b.plain, i.kind FROM base b LEFT JOIN invalid i USING (run_id)""")
    see_runs(db)


def failed(db: duckdb.DuckDBPyConnection) -> list[str]:
    """A line for each detector that failed."""
    rows = db.execute("SELECT detector, error FROM detector_runs WHERE error IS NOT NULL ORDER BY detector").fetchall()
    return [f"detector {name}: {error}" for name, error in rows]
