"""triage gate"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from triage.cli.common import db_option, labels_folder, open_reader

if TYPE_CHECKING:
    from triage.gate import Gate

SIGNS = {"pass": "✓", "fail": "✗", "unknown": "?", "waived": "~"}


@click.command("gate")
@click.argument("tasks", nargs=-1, metavar="TASK...")
@click.option("--all", "every", is_flag=True, help="Every task of the store.")
@click.option("--version", "task_version", help="This version instead of the newest.")
@click.option("--band", metavar="LOW-HIGH", help="Wanted pass rate, e.g. 0.1-0.4, instead of the task's own.")
@click.option("--format", "fmt", type=click.Choice(["table", "json", "jsonl", "csv"]), help="How to print.  [default: table]")
@db_option
def command(tasks: tuple[str, ...], every: bool, task_version: str | None, band: str | None, fmt: str | None, db: str | None, labels_dir: str | None) -> int:
    """May TASK ship? Six conditions: reference, noop, band, read, contracts, grader.

    Exit 0 where every task ships, 1 where one is held, 3 where one is undecided. Waivers stand in labels/waivers.toml with
    who, why and until when.

    \b
    Examples:
      triage gate drift-audit
      triage gate --all --format json
    """
    from triage.cli.hints import hint
    from triage.cli.lookup import find_task, find_version
    from triage.cli.output import emit, say
    from triage.errors import NO, OK, PARTLY, UsageError
    from triage.gate import decide, read_waivers

    if bool(tasks) == every:
        raise UsageError("give tasks, or --all", hint="`triage tasks` lists them")
    if every and task_version:
        raise UsageError("--version is of one task, --all are many", hint="give the task: triage gate TASK --version " + task_version)
    waivers, wanted = read_waivers(labels_folder(labels_dir)), _band(band)
    with open_reader(db, labels_dir) as reader:
        chosen = [None] if every else [find_task(reader, t) for t in tasks]
        wanted_versions = {t: find_version(reader, t, task_version) for t in chosen if t} if task_version else {}
        facts = [row for task in chosen for row in reader.named("gate_facts", {"task": task})]
    newest = {f["task_id"]: f for f in facts if wanted_versions.get(f["task_id"]) in (None, f["task_version"])}
    gates = [decide(f, waivers, wanted) for f in newest.values()]
    if fmt in (None, "table"):
        for g in gates:
            say(f"{g.verdict.upper():10} {g.task_id}@{g.task_version or '?'}", {"ship": "green", "hold": "red", "undecided": "yellow"}[g.verdict])
            for c in g.conditions:
                say(f"  {SIGNS[c.state]} {c.id:10} {c.state:8} {c.detail}", hang=24)
        for what, *command in _next(gates):
            hint(what, *command, db=db)
    else:
        emit(
            [{"task_id": g.task_id, "task_version": g.task_version, "verdict": g.verdict, "conditions": [c._asdict() for c in g.conditions]} for g in gates],
            fmt,
            {},
            names=["task_id", "task_version", "verdict", "conditions"],
        )
    verdicts = {g.verdict for g in gates}
    return NO if "hold" in verdicts else PARTLY if "undecided" in verdicts else OK


def _next(gates: list[Gate]) -> list[tuple[str, ...]]:
    """What may come next: where one task was asked for, a command for each kind of condition that is open."""
    if len(gates) != 1:
        return []
    task, lacking = gates[0].task_id, {c.id for c in gates[0].conditions if c.state in ("fail", "unknown")}
    steps: list[tuple[str, ...]] = []
    if lacking & {"noop", "contracts", "grader"}:
        steps.append(("what is open", "triage", "findings", "--scope", "task", "--task", task))
    if lacking & {"reference", "noop", "band"}:
        steps.append(("the runs that are wanted", "triage", "plan", task))
    if "read" in lacking:
        steps.append(("read and label the failures", "triage", "review", "--task", task))
    return steps


def _band(text: str | None) -> tuple[float, float] | None:
    from triage.errors import UsageError

    if text is None:
        return None
    try:
        low, high = (float(x) for x in text.split("-"))
    except ValueError as error:
        raise UsageError(f"{text!r} is no band", hint="LOW-HIGH, e.g. 0.1-0.4") from error
    if not 0 <= low < high <= 1:
        percent = f"; shares, not percent: {low / 100:g}-{high / 100:g}?" if 1 < high <= 100 else ""
        raise UsageError(f"{text!r} is no band", hint=f"0 <= LOW < HIGH <= 1{percent}")
    return low, high
