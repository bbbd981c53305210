"""triage checks"""

from __future__ import annotations

from typing import Any

import click

from triage.cli.common import all_of, db_option, listing_options, open_reader

KINDS = {"agent": "", "noop": "0", "reference": "R"}
MARKS = {"passed": "✓", "failed": "✗", "error": "!", "skipped": "-"}


@click.command("checks")
@click.argument("task")
@click.option("--version", "task_version", help="Only this version.")
@listing_options
@db_option
def command(task: str, task_version: str | None, fmt: str | None, where: str | None, limit: int | None, quiet: bool, db: str | None, labels_dir: str | None) -> int:
    """Which checks of TASK pass in which runs, with rates, and which check decides the score.

    Planted bugs that the task declares follow, with their author's rating beside what runs show (the query `bugs`).
    Rates count valid agent runs. ✓ passed, ✗ failed, ! error, - skipped; R reference runs, 0 do-nothing runs.

    \b
    Examples:
      triage checks drift-audit
      triage checks drift-audit --version v2 --format json
    """
    from triage.cli.header import columns_of
    from triage.cli.hints import hint
    from triage.cli.lookup import find_task, find_version
    from triage.cli.output import emit, say

    with open_reader(db, labels_dir) as reader:
        task_id = find_task(reader, task)
        task_version = find_version(reader, task_id, task_version) if task_version else None
        rows = reader.named("checks", {"task": task_id, "version": task_version}, where=all_of(where), limit=limit)
        names = [] if rows else columns_of(reader, "checks")
        runs = reader.rows("select run_id, task_version, kind, verdict from runs where task_id = $task and verdict <> 'invalid' order by kind, attempt, run_id", {"task": task_id})
        rates = reader.rows("select * from task_rates where task_id = $task", {"task": task_id})
        bugs = reader.named("bugs", {"task": task_id, "version": task_version})
    if fmt in (None, "table") and rows:
        for rate in rates:
            if any(r["task_version"] == rate["task_version"] for r in rows):
                product = rate["product_of_checks"]
                say(
                    f"{task_id}@{rate['task_version'] or '?'}: {rate['passed']} of {rate['valid']} valid runs pass ({rate['ci_low']:.0%} to {rate['ci_high']:.0%})"
                    + (f"; the product of the checks' rates is {product:.2f}" if product is not None else "")
                )
    columns: dict[str, Any] = {
        "check": "check",
        "group": "group",
        "weight": "weight",
        "runs": lambda r: _marks(r["status_by_run"], [x for x in runs if x["task_version"] == r["task_version"]]),
        "rate": lambda r: f"{r['passed']}/{r['n']}",
        "95 %": lambda r: f"{r['ci_low']:.0%}-{r['ci_high']:.0%}",
        "without": lambda r: None if r["pass_rate_without"] is None else f"{r['pass_rate_without']:.0%}",
        "role": lambda r: r["role"] or (f"follows {r['cascade_of']}" if r["cascade_of"] else None) or (f"as {r['same_as']}" if r["same_as"] else None),
    }
    if len({r["task_version"] for r in rows}) > 1:
        columns["version"] = lambda r: (r["task_version"] or "")[:8] or None
    emit(rows, fmt, columns, spare=("group", "weight", "95 %", "without"), names=names, empty=f"no check of {task_id} is recorded")
    if fmt in (None, "table"):
        for bug in bugs:
            say(_bug(bug))
        if rows:
            hint("the mistakes behind it", "triage", "clusters", task_id, db=db, quiet=quiet)
    return 0


def _bug(bug: dict[str, Any]) -> str:
    """One line about a planted bug: its author's rating beside what runs show."""
    told = [f"bug {bug['bug_id']}" + (f" in {bug['file']}" if bug["file"] else "")]
    if bug["rated"] is not None:
        told.append(f"rated {bug['rated']:g} of 5 (mean of the task {bug['task_rating']:g})")
    told.append(f"found by {bug['found']} of {bug['runs']} runs")
    if bug["first_step"] is not None:
        told.append(f"its file first edited at step {bug['first_step']:g} (median of {bug['touched']})")
    if bug["pointed_at"]:
        told.append(f"pointed at by {bug['pointed_at']}")
    if bug["against_rating"] not in (None, "as_rated"):
        told.append(str(bug["against_rating"]).replace("_", " "))
    return "; ".join(told)


def _marks(statuses: dict[str, str], runs: list[dict[str, Any]]) -> str:
    """One mark a run, agents first, then 0 for do-nothing and R for reference runs."""
    groups = [sign + "".join(MARKS.get(statuses.get(x["run_id"], ""), "·") for x in runs if x["kind"] == kind) for kind, sign in KINDS.items()]
    return " ".join(g for g in groups if g not in ("", "0", "R"))
