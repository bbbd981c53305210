"""triage clusters"""

from __future__ import annotations

from typing import Any

import click

from triage.cli.common import all_of, db_option, equals, listing_options, open_reader


@click.command("clusters")
@click.argument("task", required=False)
@click.option("--check", help="Only mistakes in this check.")
@click.option("--disclosure", type=click.Choice(["disclosed", "derivable", "undisclosed", "contradicted", "unknown"]), help="Only mistakes whose rule was so disclosed.")
@listing_options
@db_option
def command(
    task: str | None, check: str | None, disclosure: str | None, fmt: str | None, where: str | None, limit: int | None, quiet: bool, db: str | None, labels_dir: str | None
) -> int:
    """Mistakes that repeat across runs of a task, whether what was enforced was disclosed, and which runs made them.

    \b
    Examples:
      triage clusters
      triage clusters drift-audit --disclosure undisclosed
    """
    import orjson

    from triage.cli.header import columns_of
    from triage.cli.hints import hint
    from triage.cli.known import check_names
    from triage.cli.lookup import find_task
    from triage.cli.output import emit

    with open_reader(db, labels_dir) as reader:
        task_id = find_task(reader, task) if task else None
        if check:
            known = reader.rows("select distinct check_name as name from run_checks where task_id = coalesce($task, task_id)", {"task": task_id})
            check_names(check, "check", [r["name"] for r in known])
        rows = reader.named("clusters", where=all_of(equals("task_id", task_id), equals('"check"', check), equals("disclosure", disclosure), where), limit=limit)
        names = [] if rows else columns_of(reader, "clusters")
    for row in rows:
        row["tokens"], row["run_ids"] = orjson.loads(row["tokens"] or "[]"), orjson.loads(row["run_ids"] or "[]")
    columns: dict[str, Any] = {
        "task": "task_id",
        "check": "check",
        "runs": lambda r: f"{r['runs_affected']}/{r['failing_runs']}",
        "agree": lambda r: None if r["agreement"] is None else f"{r['agreement']:.0%}",
        "expected": "expected_value",
        "got": "wrong_value",
        "disclosure": "disclosure",
        "read this one": "representative",
        "cluster": "cluster_id",
    }
    emit(rows, fmt, columns, spare=("agree", "cluster", "task", "got"), names=names, empty="no mistake repeats")
    if rows and fmt in (None, "table"):
        hint("read one", "triage", "show", rows[0]["representative"], db=db, quiet=quiet)
        hint("read and label them together", "triage", "review", "--cluster", rows[0]["cluster_id"], db=db, quiet=quiet)
    return 0
