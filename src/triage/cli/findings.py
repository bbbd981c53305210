"""triage findings"""

from __future__ import annotations

from typing import Any

import click

from triage.cli.common import all_of, db_option, equals, glob_condition, listing_options, note, open_reader


@click.command("findings")
@click.option("--scope", type=click.Choice(["run", "task"]), help="About runs, or about tasks.")
@click.option("--kind", metavar="GLOB", help="Pattern over the kind, e.g. 'provider.*'; several with commas.")
@click.option("--severity", metavar="GLOB", help="invalid, problem, suspicious, note (a pattern; several with commas).")
@click.option("--task", help="Findings of this task.")
@click.option("--run", help="Findings of this run (its id, or the start of it).")
@click.option("--evidence", is_flag=True, help="Print the evidence below each finding.")
@listing_options
@db_option
def command(
    scope: str | None, kind: str | None, severity: str | None, task: str | None, run: str | None, evidence: bool,
    fmt: str | None, where: str | None, limit: int | None, quiet: bool, db: str | None, labels_dir: str | None,
) -> int:  # fmt: skip
    """What triage found: about runs (infrastructure, behaviour) and about tasks (contracts, graders, leaks, calibration).

    Every finding carries the places that it can be opened at. `triage detectors KIND` explains a kind.

    \b
    Examples:
      triage findings --scope task
      triage findings --kind 'provider.*' --evidence
      triage findings --run drift-audit__x8Kq2 --format json
    """
    import orjson

    from triage.cli.lookup import find_run, find_task
    from triage.cli.output import emit

    with open_reader(db, labels_dir) as reader:
        run_id, task = find_run(reader, run) if run else None, find_task(reader, task) if task else None
        conditions = all_of(equals("scope", scope), glob_condition("kind", kind), glob_condition("severity", severity), equals("task_id", task), equals("run_id", run_id), where)
        rows = reader.named("findings", where=conditions, limit=limit)
    if not rows and kind:
        _nearest(kind)
    for row in rows:
        row["evidence"] = orjson.loads(row["evidence"] or "[]")
    if evidence and fmt in (None, "table"):
        _with_evidence(rows)
        return 0
    columns: dict[str, Any] = {
        "kind": "kind",
        "severity": "severity",
        "sure": lambda r: f"{r['confidence']:.2f}" if r["status"] == "match" else "unknown",
        "about": lambda r: r["run_id"] or r["task_id"],
        "check": "check",
        "runs": lambda r: f"{r['runs_affected']}/{r['runs_total']}" if r["runs_total"] else r["runs_affected"],
        "title": "title",
    }
    emit(rows, fmt, columns, spare=("check", "runs", "sure"), empty="no finding matches")
    return 0


def _nearest(kind: str) -> None:
    """Say what was perhaps meant: a kind that does not exist is more often mistyped than clean."""
    import difflib

    from triage.catalogue import detectors

    known = sorted({q.kind for q in detectors()})
    if not any(c in kind for c in "*?[,") and kind not in known:
        near = [k for k in known if kind in k] or difflib.get_close_matches(kind, known, 3, 0.5)
        note(f"there is no kind {kind!r}: " + (f"did you mean {' or '.join(near[:3])}?" if near else "`triage detectors` lists them") + " --kind takes patterns: 'provider.*'")


def _with_evidence(rows: list[dict[str, object]]) -> None:
    from triage.cli.output import say
    from triage.safe_text import one_line

    for row in rows:
        about = row["run_id"] or row["task_id"]
        say(f"{row['kind']}  {row['severity']}  {about}" + (f"  check {row['check']}" if row["check"] else ""), "bold")
        say(f"  {row['title']}: {row['explanation']}")
        for place in row["evidence"][:5]:  # type: ignore[index]
            where = ", ".join(
                str(x) for x in (place.get("run_id"), f"step {place['step']}" if place.get("step") is not None else None, place.get("channel"), place.get("file")) if x
            )
            say(f"    {where}: {one_line(place.get('quote') or '', 200)}")
        say()
