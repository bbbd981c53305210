"""triage tasks"""

from __future__ import annotations

from typing import Any

import click

from triage.cli.common import all_of, db_option, glob_condition, listing_options, open_reader

WIDE = 170
"""Columns from which a terminal has room for every reason."""


@click.command("tasks")
@click.option("--task", metavar="GLOB", help="Only these tasks (a pattern; several with commas).")
@click.option("--suite", metavar="GLOB", help="Only tasks of these suites.")
@click.option("--why", is_flag=True, help="Print what each suspicion is made of.")
@listing_options
@db_option
def command(task: str | None, suite: str | None, why: bool, fmt: str | None, where: str | None, limit: int | None, quiet: bool, db: str | None, labels_dir: str | None) -> int:
    """Tasks ranked by suspicion: how far the task, its prompt or its grader, not the agents, explain the failures.

    \b
    Examples:
      triage tasks
      triage tasks --why --limit 10
      triage tasks --where "suspicion > 0.5" --format json
    """
    from triage.cli.header import columns_of
    from triage.cli.hints import hint
    from triage.cli.known import check_values
    from triage.cli.output import emit, terminal_width

    conditions = all_of(glob_condition("task_id", task), glob_condition("suite", suite), where)
    with open_reader(db, labels_dir) as reader:
        check_values(reader, task, "task", "task_id", "tasks")
        check_values(reader, suite, "suite", "suite", "task_counts")
        rows = reader.named("tasks", where=conditions, limit=limit)
        names = [] if rows else columns_of(reader, "tasks")
    wide = (terminal_width() or WIDE) >= WIDE
    columns: dict[str, Any] = {
        "task": "task_id",
        "version": lambda r: (r["task_version"] or "")[:8] or None,
        "suspicion": lambda r: f"{r['suspicion']:.2f}",
        "reasons": lambda r: _few(r["reasons"], 3 if wide else 1),
        "passed": lambda r: f"{r['passed']}/{r['valid']}",
        "95 %": lambda r: f"{r['ci_low']:.0%}-{r['ci_high']:.0%}" if r["valid"] else None,
        "invalid": lambda r: r["invalid"] or None,
        "band": lambda r: r["calibration"],
        "unread": lambda r: r["unread"] or None,
    }
    if wide:
        columns["checks"] = lambda r: _few(r["flagged_checks"], 3)
    if why:
        columns["made of"] = "explanation"
    emit(rows, fmt, columns, spare=("band", "95 %", "unread", "version", "invalid"), below="made of", names=names, empty="no task matches")
    if rows and fmt in (None, "table"):
        hint("why", "triage", "findings", "--scope", "task", "--task", rows[0]["task_id"], db=db, quiet=quiet)
    return 0


def _few(names: list[str], most: int) -> str | None:
    """The first names, and how many more there are: a cut name says nothing."""
    rest = len(names) - most
    return (", ".join(names[:most]) + (f" +{rest}" if rest > 0 else "")) or None
