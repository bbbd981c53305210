"""triage checks"""

from __future__ import annotations

from typing import Any

import click

from triage.cli.common import db_option, listing_options, open_reader

MARKS = {"passed": "✓", "failed": "✗", "error": "!", "skipped": "-"}


@click.command("checks")
@click.argument("task")
@click.option("--version", "task_version", help="Only this version.")
@listing_options
@db_option
def command(task: str, task_version: str | None, fmt: str | None, where: str | None, limit: int | None, quiet: bool, db: str | None, labels_dir: str | None) -> int:
    """Which checks of TASK pass in which runs, with rates, and which check decides the score.

    Rates count valid agent runs. ✓ passed, ✗ failed, ! error, - skipped; R reference runs, 0 do-nothing runs.

    \b
    Examples:
      triage checks drift-audit
      triage checks drift-audit --version v2 --format json
    """
    from triage.cli.lookup import find_task
    from triage.cli.output import emit, say

    with open_reader(db, labels_dir) as reader:
        task_id = find_task(reader, task)
        rows = reader.named("checks", {"task": task_id, "version": task_version}, where=where, limit=limit)
        runs = reader.rows("select run_id, task_version, kind, verdict from runs where task_id = $task and verdict <> 'invalid' order by kind, attempt, run_id", {"task": task_id})
        rates = reader.rows("select * from task_rates where task_id = $task", {"task": task_id})
    if fmt in (None, "table") and rows:
        for rate in rates:
            if any(r["task_version"] == rate["task_version"] for r in rows):
                product = rate["product_of_checks"]
                say(
                    f"{task_id}@{rate['task_version'] or '?'}: {rate['passed']} of {rate['valid']} valid runs pass ({rate['ci_low']:.0%} to {rate['ci_high']:.0%})"
                    + (f"; the product of the checks' rates is {product:.2f}" if product is not None else "")
                )
    order = {"agent": "", "reference": "R", "noop": "0"}
    columns: dict[str, Any] = {
        "check": "check",
        "group": "group",
        "weight": "weight",
        "runs": lambda r: " ".join(order[x["kind"]] + MARKS.get(r["status_by_run"].get(x["run_id"], ""), "·") for x in runs if x["task_version"] == r["task_version"]),
        "rate": lambda r: f"{r['passed']}/{r['n']}",
        "95 %": lambda r: f"{r['ci_low']:.0%}-{r['ci_high']:.0%}",
        "without": lambda r: None if r["pass_rate_without"] is None else f"{r['pass_rate_without']:.0%}",
        "role": lambda r: r["role"] or (f"follows {r['cascade_of']}" if r["cascade_of"] else None) or (f"as {r['same_as']}" if r["same_as"] else None),
        "version": lambda r: (r["task_version"] or "")[:8] or None,
    }
    emit(rows, fmt, columns, empty=f"no check of {task_id} is recorded")
    return 0
