"""triage plan"""

from __future__ import annotations

import click

from triage.cli.common import db_option, open_reader


@click.command("plan")
@click.argument("tasks", nargs=-1, metavar="TASK...")
@click.option("--all", "every", is_flag=True, help="Every task of the store.")
@click.option("--format", "fmt", type=click.Choice(["table", "json", "jsonl", "csv"]), help="How to print.  [default: table]")
@db_option
def command(tasks: tuple[str, ...], every: bool, fmt: str | None, db: str | None, labels_dir: str | None) -> int:
    """How many more runs of TASK, of which kind, would decide whether it may ship, why, and what they would cost.

    First a small baseline, then more only where reference and do-nothing runs look healthy.

    \b
    Examples:
      triage plan drift-audit
      triage plan --all --format csv
    """
    from triage.audit.plan import Wanted, plan
    from triage.cli.hints import hint
    from triage.cli.lookup import find_task
    from triage.cli.output import emit
    from triage.errors import UsageError

    if bool(tasks) == every:
        raise UsageError("give tasks, or --all", hint="`triage tasks` lists them")
    with open_reader(db, labels_dir) as reader:
        chosen = {find_task(reader, t) for t in tasks}
        counts = [c for c in reader.rows("select * from task_counts order by task_id, task_version") if every or c["task_id"] in chosen]
    rows = [{"task_id": c["task_id"], "task_version": c["task_version"], **w._asdict()} for c in counts for w in plan(c)]
    emit(
        rows,
        fmt,
        {"task": "task_id", "version": lambda r: (r["task_version"] or "")[:8] or None, "kind": "kind", "more runs": "runs", "cost $": "cost_usd", "hours": "hours", "why": "why"},
        below="why",
        names=["task_id", "task_version", *Wanted._fields],
        empty="nothing is undecided: no more runs are wanted",
    )
    if rows and fmt in (None, "table"):
        hint("when they are there", "triage", "gate", *(["--all"] if every else sorted(chosen)), db=db)
    return 0
