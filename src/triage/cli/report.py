"""triage report"""

from __future__ import annotations

from pathlib import Path

import click

from triage.cli.common import db_option, note, open_reader


@click.command("report")
@click.option("--out", metavar="DIR", help="Folder to write into: index.html, report.md, report.json.")
@click.option("--task", help="Report about one task.")
@click.option("--format", "fmt", type=click.Choice(["all", "html", "md", "json", "github", "junit", "sarif"]), default="all", show_default=True, help="github, junit and sarif go to stdout without --out.")
@click.option("--redact/--no-redact", default=True, help="Mask secrets.  [default: --redact]")
@click.option("--no-quotes", is_flag=True, help="Leave text of transcripts out altogether.")
@click.option("-q", "--quiet", is_flag=True)
@db_option
def command(out: str | None, task: str | None, fmt: str, redact: bool, no_quotes: bool, quiet: bool, db: str | None, labels_dir: str | None) -> int:
    """Write the report: what to do first, suspects, infrastructure, calibration, mistakes, graders, versions, gate.

    \b
    Examples:
      triage report --out report/
      triage report --task drift-audit --out drift/
      triage report --format md
      triage report --format github >> "$GITHUB_STEP_SUMMARY"
    """
    from triage.cli.lookup import find_task
    from triage.errors import UsageError
    from triage.report.build import Scope, build
    from triage.report.write import render, write

    if out is None and fmt in ("all", "html"):
        raise UsageError("--out DIR is wanted", hint="or choose a format for stdout: --format md, json, github, junit or sarif")
    with open_reader(db, labels_dir) as reader:
        scope = Scope(find_task(reader, task) if task else None, not no_quotes, redact)
        report = build(reader, scope)
        if out is None:
            click.echo(render(report, fmt))
            return 0
        for path in write(report, Path(out), fmt):
            note(f"wrote {path}", quiet)
    return 0
