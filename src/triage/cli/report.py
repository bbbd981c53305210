"""triage report"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from triage.cli.common import db_option, labels_folder, note, open_reader

if TYPE_CHECKING:
    from triage.report.build import Report


@click.command("report")
@click.option("--out", metavar="DIR", help="Folder to write into: index.html, report.md, report.json.")
@click.option("--task", help="Report about one task.")
@click.option(
    "--format",
    "fmt",
    type=click.Choice(["all", "html", "md", "json", "github", "junit", "sarif"]),
    default="all",
    show_default=True,
    help="github, junit and sarif go to stdout without --out.",
)
@click.option("--redact/--no-redact", default=True, help="Mask secrets.  [default: --redact]")
@click.option("--no-quotes", is_flag=True, help="Leave text of transcripts out altogether.")
@click.option("--fail-on", type=click.Choice(["problem", "suspicious"]), help="End with 1 where a finding about a task is that severe, or more.")
@click.option("-q", "--quiet", is_flag=True, help="No notes on stderr.")
@db_option
def command(out: str | None, task: str | None, fmt: str, redact: bool, no_quotes: bool, fail_on: str | None, quiet: bool, db: str | None, labels_dir: str | None) -> int:
    """Write the report: what to do first, suspects, infrastructure, calibration, mistakes, graders, versions, gate.

    \b
    Examples:
      triage report --out report/
      triage report --task drift-audit --out drift/
      triage report --format md
      triage report --format github               in GitHub Actions: annotations, and the summary of the job
      triage report --out report/ --fail-on problem
    """
    from triage.cli.lookup import find_task
    from triage.errors import NO, OK, UsageError
    from triage.gate import read_waivers
    from triage.report.build import Scope, build
    from triage.report.write import write

    if out is None and fmt in ("all", "html"):
        raise UsageError("--out DIR is wanted", hint="or choose a format for stdout: --format md, json, github, junit or sarif")
    with open_reader(db, labels_dir) as reader:
        scope = Scope(find_task(reader, task) if task else None, not no_quotes, redact, tuple(read_waivers(labels_folder(labels_dir))))
        report = build(reader, scope)
    if out is None:
        _to_stdout(report, fmt)
    else:
        for path in write(report, Path(out), fmt):
            note(f"wrote {path}", quiet)
    loud = {"problem": ("problem",), "suspicious": ("problem", "suspicious")}.get(fail_on or "", ())
    return NO if any(f["scope"] == "task" and f["status"] == "match" and f["severity"] in loud for f in report.data["findings"]) else OK


def _to_stdout(report: Report, fmt: str) -> None:
    """The report for a pipe. In GitHub Actions the summary goes to the job's file and the annotations to stdout."""
    from triage.report.write import render

    summary_file = os.environ.get("GITHUB_STEP_SUMMARY")
    if fmt == "github" and summary_file:
        from triage.report import github

        with open(summary_file, "a", encoding="utf-8", errors="replace") as stream:
            stream.write(github.summary(report))
        text = "\n".join(github.notices(report))
    else:
        text = render(report, fmt)
    if sys.stdout.isatty():
        text = _for_a_terminal(text, fmt)
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + (b"" if text.endswith("\n") else b"\n"))


def _for_a_terminal(text: str, fmt: str) -> str:
    """The same report without anything that moves the cursor or hides: escaped where the format has escapes, else shown."""
    from triage.safe_text import json_escaped, visible

    return json_escaped(text) if fmt in ("json", "sarif") else visible(text)
