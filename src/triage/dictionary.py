"""The data dictionary of exported tables: a line a column, from the one declaration of the schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from triage.store.schema import DERIVED, TABLES, columns

SOURCES: dict[str, tuple[str, ...]] = {
    "runs": ("run_records",),
    "tasks": ("task_records",),
    "run_events": ("events", "run_records"),
    "run_checks": ("checks", "run_records", "task_checks"),
    "clusters": ("checks", "run_records"),
    "sources": ("problems", "run_records"),
}
"""Table or view -> the declared tables whose columns it shows; others are declared under their own name."""

TITLES: dict[str, str] = {
    "runs": "Runs, one row each, with task version, attempt and verdict resolved.",
    "tasks": "Task versions, one row each, merged from task folders and runs.",
    "run_events": "Events of harness, agent program and grader, with the run that they belong to.",
    "run_checks": "Checks of each run, with what their run is and how it ended.",
    "clusters": "Repeated mistakes: failures of different runs that are the same.",
    "sources": "Files and folders that were ingested.",
}

EXTRA: dict[str, str] = {
    "verdict": "`passed`, `failed`, `invalid` (infrastructure decided: says nothing about the agent) or `ungraded`.",
    "automatic_verdict": "The verdict before labels: a person's label may overrule it.",
    "invalid_kind": "The kind of finding that made the run invalid; null for others.",
    "run_digest": "Digest of the run's content: a label whose run changed is stale.",
    "source_id": "The row of `sources` that it was read from.",
    "told_version": "The version as task folder or run told it, before versions were resolved.",
    "cluster_id": "The repeated mistake, stable over ingests.",
    "signature": "What the members' messages have in common.",
    "runs_affected": "How many runs show it.",
    "failing_runs": "How many valid runs of the task fail the check.",
    "agreement": "Share of the members that give the same wrong value, 0 to 1.",
    "wrong_value": "The value that most members give.",
    "expected_value": "The value that the check wants.",
    "disclosure": "`disclosed`, `derivable`, `undisclosed`, `contradicted` or `unknown`: whether what is enforced could be known.",
    "tokens": "What the check enforces, piece by piece, and where each was found, as JSON.",
    "representative": "The run to read.",
    "run_ids": "The runs that show it, as a JSON array.",
    "display": "The path as it was given.",
    "bytes": "Size in bytes.",
    "stat": "Signature of names, sizes and times when it was read.",
    "digest": "Digest of its content.",
    "runs": "How many runs it gave.",
    "tasks": "How many tasks it gave.",
    "ingested_at": "When it was read, ISO 8601.",
    "vanished": "It was not there any more at the last ingest of its folder.",
    "reader_version": "Version of the reader that read it.",
    "format": "The reader that read it.",
}
"""Columns that no model declares."""


def docs(table: str) -> dict[str, str]:
    """Column -> what it is, for a table or view."""
    found: dict[str, str] = {}
    for name in SOURCES.get(table, (table,)):
        model = TABLES.get(name) or DERIVED.get(name)
        for column in columns(model) if model else ():
            found.setdefault(column.name, column.doc)
    return {**EXTRA, **found} if table in DERIVED or table in TABLES else {**found, **EXTRA}


def title(table: str) -> str:
    """One line about a table."""
    model = TABLES.get(table) or DERIVED.get(table)
    return TITLES.get(table) or ((model.__doc__ or "").strip().splitlines()[0] if model else "")


def dictionary(tables: Mapping[str, Iterable[tuple[str, str]]]) -> str:
    """The dictionary as Markdown. tables: name -> its columns with their types."""
    lines = ["# Data dictionary", "", "Made by `triage export`. Times are ISO 8601 as their sources have them; a null says that it is not known."]
    for name, shown in tables.items():
        known = docs(name)
        lines += ["", f"## {name}", "", title(name), "", "| column | type | what it is |", "|---|---|---|"]
        lines += [f"| `{column}` | {kind} | {_cell(known.get(column, ''))} |" for column, kind in shown]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
