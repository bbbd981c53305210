"""triage runs"""

from __future__ import annotations

from typing import Any

import click

from triage.cli.common import all_of, db_option, equals, glob_condition, listing_options, note, open_reader

SUITES = 5
"""Rates shown below the runs, where all are listed: those of a part would be taken for it."""


@click.command("runs")
@click.option("--task", help="Runs of this task.")
@click.option("--verdict", help="passed, failed, invalid or ungraded (a pattern; several with commas).")
@click.option("--invalid", is_flag=True, help="Only invalid runs.")
@click.option("--failing", is_flag=True, help="Only failed agent runs.")
@click.option("--kind", type=click.Choice(["agent", "reference", "noop"]), help="What made the run.")
@click.option("--model", help="Pattern over the model.")
@click.option("--suite", help="Pattern over the suite.")
@listing_options
@db_option
def command(
    task: str | None, verdict: str | None, invalid: bool, failing: bool, kind: str | None, model: str | None, suite: str | None,
    fmt: str | None, where: str | None, limit: int | None, quiet: bool, db: str | None, labels_dir: str | None,
) -> int:  # fmt: skip
    """List runs with their verdicts.

    \b
    Examples:
      triage runs --invalid
      triage runs --task drift-audit --failing
      triage runs --where "score < 0.5 and steps > 100" --format csv
    """
    from triage.cli.header import columns_of
    from triage.cli.hints import hint, words
    from triage.cli.known import VERDICTS, check_names, check_values
    from triage.cli.lookup import find_task
    from triage.cli.output import emit

    with open_reader(db, labels_dir) as reader:
        task_id = find_task(reader, task) if task else None
        check_names(verdict, "verdict", VERDICTS, closed=True)
        check_values(reader, model, "model", "model")
        check_values(reader, suite, "suite", "suite")
        conditions = all_of(
            equals("task_id", task_id), glob_condition("verdict", verdict), "verdict = 'invalid'" if invalid else None,
            "verdict = 'failed' and kind = 'agent'" if failing else None, equals("kind", kind), glob_condition("model", model), glob_condition("suite", suite), where,
        )  # fmt: skip
        rows = reader.named("runs", where=conditions, limit=limit)
        names = [] if rows else columns_of(reader, "runs")
        suites = reader.named("suites") if fmt in (None, "table") and rows and conditions is None and limit is None else []
    columns: dict[str, Any] = {
        "run": "run_id",
        "task": lambda r: f"{r['task_id']}@{r['task_version'][:8]}" if r["task_version"] else r["task_id"],
        "kind": "kind",
        "model": "model",
        "verdict": lambda r: r["verdict"],
        "score": "score",
        "checks": lambda r: f"{r['checks_passed']}/{r['checks_total']}" if r["checks_total"] else None,
        "steps": "steps",
        "why": lambda r: r["invalid_kind"] or (r["exit_status"] if r["verdict"] != "passed" and r["exit_status"] != "unset" else None),
        "labels": lambda r: ", ".join(r["labels"]) or None,
    }
    emit(rows, fmt, columns, spare=("steps", "kind", "task", "score"), names=names, empty="no run matches")
    if suites:
        from triage.cli.rates import denominators

        for line in denominators(suites)[:SUITES]:
            note(line, quiet)
        if len(suites) > SUITES:
            note(f"and the rates of {len(suites) - SUITES} more: {words('triage', 'status', db=db)}", quiet)
    if rows and fmt in (None, "table"):
        hint("read one", "triage", "show", rows[0]["run_id"], db=db, quiet=quiet)
    return 0
