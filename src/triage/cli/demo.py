"""triage demo"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from triage.store.read import Reader

ROWS = 8
"""Rows shown of each listing."""


@click.command("demo")
@click.argument("folder", default="triage-demo", metavar="[FOLDER]")
def command(folder: str) -> int:
    """Run the whole way on the sample transcripts: copy them to FOLDER (./triage-demo), ingest, show, report.

    Again in the same folder it reads only what changed.

    \b
    Examples:
      triage demo
      triage demo try-triage
    """
    from triage.cli.common import note
    from triage.cli.output import say
    from triage.pipeline import ingest_and_detect
    from triage.report.build import Scope, build
    from triage.report.write import write
    from triage.store.read import Reader

    target = _copy(Path(folder))
    db = target / "triage.duckdb"
    say(f"$ triage ingest {target}/runs --db {db}", "bold")
    summary, detected = ingest_and_detect([str(target / "runs")], db, labels=target / "labels")
    say(f"read {summary.runs} runs and {summary.tasks} tasks of {len(summary.read)} formats; {detected.findings} findings\n")
    for line in detected.errors:
        note(line)
    with Reader(db) as reader:
        _show(reader, db)
        say(f"$ triage report --out {target}/report --db {db}", "bold")
        for path in write(build(reader, Scope()), target / "report", "all"):
            say(f"wrote {path}")
    say(f"\nOpen {target}/report/index.html in a browser, or read and label the failures here:")
    say(f"  triage review --db {db} --labels {target}/labels")
    return 0


def _copy(target: Path) -> Path:
    from triage.catalogue import builtin_folder
    from triage.errors import UsageError

    samples = builtin_folder("sample_transcripts")
    if not samples.is_dir():
        raise UsageError("the sample transcripts are not installed", where=str(samples), hint="install the wheel, or work in a checkout")
    ours = (target / "runs" / "expected.toml").is_file()
    if target.exists() and not ours and (not target.is_dir() or any(target.iterdir())):
        raise UsageError(f"{target} is there already", hint=f"give another folder: triage demo {target}-2")
    target.mkdir(parents=True, exist_ok=True)
    shutil.copytree(samples, target / "runs", dirs_exist_ok=True)
    return target


def _show(reader: Reader, db: Path) -> None:
    from triage.cli.output import emit, say

    say(f"$ triage tasks --limit {ROWS} --db {db}", "bold")
    emit(
        reader.named("tasks", limit=ROWS),
        "table",
        {
            "task": "task_id",
            "suspicion": lambda r: f"{r['suspicion']:.2f}",
            "reasons": lambda r: ", ".join(r["reasons"][:3]) or None,
            "passed": lambda r: f"{r['passed']}/{r['valid']}",
        },
    )
    say(f"$ triage query invalid_kinds --db {db}", "bold")
    emit(reader.named("invalid_kinds"), "table", {"invalid because": "kind", "runs": "runs", "tasks": "tasks", "suite": "suite", "e.g.": "example"})
    say(f"$ triage findings --scope task --limit {ROWS} --db {db}", "bold")
    emit(reader.named("findings", where="scope = 'task'", limit=ROWS), "table", {"kind": "kind", "severity": "severity", "task": "task_id", "title": "title"})
