"""triage demo"""

from __future__ import annotations

import shutil
from pathlib import Path

import click


@click.command("demo")
@click.argument("folder", default="triage-demo")
def command(folder: str) -> int:
    """Run the whole way on the sample transcripts: copy them to FOLDER, ingest, show, report.

    \b
    Examples:
      triage demo
      triage demo /tmp/try-triage
    """
    from triage.catalogue import builtin_folder
    from triage.cli.output import emit, say
    from triage.errors import UsageError
    from triage.pipeline import ingest_and_detect
    from triage.report.build import Scope, build
    from triage.report.write import write
    from triage.store.read import Reader

    target, samples = Path(folder), builtin_folder("sample_transcripts")
    if not samples.is_dir():
        raise UsageError("the sample transcripts are not installed", hint="install the wheel or work in a checkout")
    if target.exists() and any(target.iterdir()):
        raise UsageError(f"{target} is not empty", hint="give another folder: triage demo FOLDER")
    target.mkdir(parents=True, exist_ok=True)
    shutil.copytree(samples, target / "runs")
    db = target / "triage.duckdb"
    say(f"$ triage ingest {target}/runs --db {db}", "bold")
    summary, detected = ingest_and_detect([str(target / "runs")], db, labels=target / "labels")
    say(f"read {summary.runs} runs and {summary.tasks} tasks of {len(summary.read)} formats; {detected.findings} findings\n")
    with Reader(db) as reader:
        say(f"$ triage tasks --db {db}", "bold")
        emit(reader.named("tasks", limit=8), "table", {"task": "task_id", "suspicion": lambda r: f"{r['suspicion']:.2f}", "reasons": lambda r: ", ".join(r["reasons"][:3]) or None, "passed": lambda r: f"{r['passed']}/{r['valid']}"})
        say(f"$ triage findings --scope task --db {db}", "bold")
        emit(reader.named("findings", where="scope = 'task' and severity = 'problem'", limit=8), "table", {"kind": "kind", "task": "task_id", "check": "check", "title": "title"})
        say(f"$ triage report --out {target}/report --db {db}", "bold")
        for path in write(build(reader, Scope()), target / "report", "all", reader):
            say(f"wrote {path}")
    say(f"\nNow read the failures: triage review --db {db} --labels {target}/labels")
    say(f"or open {target}/report/index.html")
    return 0
