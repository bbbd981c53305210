"""triage gate"""

from __future__ import annotations

import click

from triage.cli.common import db_option, labels_folder, open_reader

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
    from triage.cli.lookup import find_task
    from triage.cli.output import emit, say
    from triage.errors import NO, OK, PARTLY, UsageError
    from triage.gate import decide, read_waivers

    if bool(tasks) == every:
        raise UsageError("give tasks, or --all", hint="`triage tasks` lists them")
    waivers, wanted = read_waivers(labels_folder(labels_dir)), _band(band)
    with open_reader(db, labels_dir) as reader:
        chosen = [None] if every else [find_task(reader, t) for t in tasks]
        facts = [row for task in chosen for row in reader.named("gate_facts", {"task": task})]
    newest = {f["task_id"]: f for f in facts if task_version in (None, f["task_version"])}
    if task_version is not None and len(newest) < len({f["task_id"] for f in facts}):
        raise UsageError(f"there is no version {task_version!r}", hint="it has " + ", ".join(sorted(str(f["task_version"]) for f in facts)))
    gates = [decide(f, waivers, wanted) for f in newest.values()]
    if fmt in (None, "table"):
        for g in gates:
            say(f"{g.verdict.upper():10} {g.task_id}@{g.task_version or '?'}", {"ship": "green", "hold": "red", "undecided": "yellow"}[g.verdict])
            for c in g.conditions:
                say(f"  {SIGNS[c.state]} {c.id:10} {c.state:8} {c.detail}", hang=24)
    else:
        emit([{"task_id": g.task_id, "task_version": g.task_version, "verdict": g.verdict, "conditions": [c._asdict() for c in g.conditions]} for g in gates], fmt, {})
    verdicts = {g.verdict for g in gates}
    return NO if "hold" in verdicts else PARTLY if "undecided" in verdicts else OK


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
