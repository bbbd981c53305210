"""triage status"""

from __future__ import annotations

import click

from triage.cli.common import db_option, open_reader


@click.command("status")
@click.option("--format", "fmt", type=click.Choice(["table", "json"]), default="table", help="How to print.  [default: table]")
@db_option
def command(fmt: str, db: str | None, labels_dir: str | None) -> int:
    """What is in the store, the pass rates with their three denominators, and what to do next.

    \b
    Examples:
      triage status
      triage status --db jobs.duckdb --format json
    """
    from triage.cli.output import emit, say
    from triage.cli.rates import denominators

    with open_reader(db, labels_dir) as reader:
        row = reader.named("status")[0]
        suites = reader.named("suites")
        kinds = reader.named("invalid_kinds")
        bare = reader.rows("select count(*) as n from runs where kind = 'agent' and not coalesce(has_transcript, false)")[0]["n"]
        behind = reader.meta("derived") != "fresh"
    if fmt == "json":
        emit([{**row, "suites": suites, "invalid_kinds": kinds}], "json", {})
        return 0
    say(f"{row['tasks']} tasks, {row['runs']} runs ({row['agent_runs']} agent, {row['reference_runs']} reference, {row['noop_runs']} no-op) from {row['sources']} sources")
    say(
        f"{row['passed']} passed, {row['failed']} failed, {row['invalid']} invalid, {row['ungraded']} ungraded; {row['unread']} failing runs not read yet; {row['task_findings']} findings about tasks"
    )
    if bare:
        say(f"{bare} agent run{'s have' if bare > 1 else ' has'} no transcript: what the agents did there can't be told")
    say()
    for line in denominators(suites)[:20]:
        say(line)
    if len(suites) > 20:
        say(f"... and {len(suites) - 20} more: triage query suites")
    if kinds:
        say()
        emit(kinds[:12], "table", {"invalid because": "kind", "runs": "runs", "of": "of", "tasks": "tasks", "suite": "suite", "e.g.": "example"})
    if behind:
        say("these numbers are not final: verdicts and findings lag behind the runs")
    say("next: " + _next(row, db, behind))
    return 0


def _next(row: dict[str, int], db: str | None, behind: bool) -> str:
    from triage.cli.hints import words

    if behind or not row["runs"]:
        return words("triage", "ingest", "RUNS_FOLDER", db=db)
    if row["task_findings"]:
        return words("triage", "tasks", db=db) + "    (which tasks are probably broken, and why)"
    if row["invalid"]:
        return words("triage", "runs", "--invalid", db=db) + "    (what infrastructure killed)"
    if row["unread"]:
        return words("triage", "review", db=db) + f"    (read and label {row['unread']} failing runs)"
    return words("triage", "report", "--out", "report/", db=db)
