"""triage formats"""

from __future__ import annotations

import click


@click.command("formats")
@click.option("--format", "fmt", type=click.Choice(["table", "json", "jsonl", "csv"]), help="How to print.  [default: table]")
def command(fmt: str | None) -> int:
    """The formats that are read, in the order in which they are asked, and where each is documented.

    \b
    Examples:
      triage formats
      triage formats --format json
    """
    from triage.cli.output import emit
    from triage.formats import all_formats
    from triage.formats.graders import GRADERS
    from triage.formats.graders import load as load_grader

    rows = [{"name": f.NAME, "reads": "runs and tasks", "title": f.TITLE, "documented": f.WHERE} for f in all_formats()]
    rows += [{"name": g, "reads": "grader output", "title": load_grader(g).TITLE, "documented": "docs/formats.md#grader-outputs"} for g in GRADERS]
    emit(rows, fmt, {"name": "name", "reads": "reads", "title": "title", "documented": "documented"})
    return 0
