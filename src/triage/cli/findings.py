"""triage findings"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from triage.cli.common import all_of, db_option, equals, glob_condition, listing_options, open_reader

if TYPE_CHECKING:
    from triage.store.read import Reader

SHORT_ID = 8
"""Characters of an id that are shown, and are enough to name it."""


@click.command("findings")
@click.argument("finding", required=False, metavar="[ID]")
@click.option("--scope", type=click.Choice(["run", "task"]), help="About runs, or about tasks.")
@click.option("--kind", metavar="GLOB", help="Pattern over the kind, e.g. 'provider.*'; several with commas.")
@click.option("--severity", metavar="GLOB", help="invalid, problem, suspicious, note (a pattern; several with commas).")
@click.option("--task", help="Findings of this task.")
@click.option("--run", help="Findings of this run (its id, or the start of it).")
@click.option("--evidence", is_flag=True, help="Print the evidence below each finding.")
@listing_options
@db_option
def command(
    finding: str | None, scope: str | None, kind: str | None, severity: str | None, task: str | None, run: str | None, evidence: bool,
    fmt: str | None, where: str | None, limit: int | None, quiet: bool, db: str | None, labels_dir: str | None,
) -> int:  # fmt: skip
    """What triage found: about runs (infrastructure, behaviour) and about tasks (contracts, graders, leaks, calibration).

    Every finding carries the places that it can be opened at. With ID, the beginning of one is enough, print that one with
    all its places and the commands that open them. `triage detectors KIND` explains a kind.

    \b
    Examples:
      triage findings --scope task
      triage findings --kind 'provider.*' --evidence
      triage findings 6a568fe1
      triage findings --run drift-audit__x8Kq2 --format json
    """
    import orjson

    from triage.catalogue import SEVERITIES
    from triage.cli.header import columns_of
    from triage.cli.hints import hint
    from triage.cli.known import check_kinds, check_names
    from triage.cli.lookup import find_finding, find_run, find_task
    from triage.cli.output import emit

    with open_reader(db, labels_dir) as reader:
        run_id, task = find_run(reader, run) if run else None, find_task(reader, task) if task else None
        check_kinds(reader, kind)
        check_names(severity, "severity", SEVERITIES, closed=True)
        one = find_finding(reader, finding) if finding else None
        conditions = all_of(
            equals("finding_id", one),
            equals("scope", scope),
            glob_condition("kind", kind),
            glob_condition("severity", severity),
            equals("task_id", task),
            equals("run_id", run_id),
            where,
        )
        rows = reader.named("findings", where=conditions, limit=limit)
        names = [] if rows else columns_of(reader, "findings")
        for row in rows:
            row["evidence"] = orjson.loads(row["evidence"] or "[]")
        sources = _sources(reader, rows) if (evidence or one) and fmt in (None, "table") else {}
    if (evidence or one) and fmt in (None, "table"):
        _with_evidence(rows, sources, one is not None, db)
        return 0
    columns: dict[str, Any] = {
        "kind": "kind",
        "severity": "severity",
        "sure": lambda r: f"{r['confidence']:.2f}" if r["status"] == "match" else "unknown",
        "about": lambda r: r["run_id"] or r["task_id"],
        "check": "check",
        "runs": lambda r: f"{r['runs_affected']}/{r['runs_total']}" if r["runs_total"] else r["runs_affected"],
        "title": "title",
        "id": lambda r: r["finding_id"][:SHORT_ID],
    }
    emit(rows, fmt, columns, spare=("check", "runs", "sure", "title"), readable=26, names=names, empty="no finding matches")
    if rows and fmt in (None, "table"):
        hint("one with its evidence", "triage", "findings", rows[0]["finding_id"][:SHORT_ID], db=db, quiet=quiet)
    return 0


FEW = 5
"""Places shown below each finding of several; one finding alone shows all."""


def _sources(reader: Reader, rows: list[dict[str, Any]]) -> dict[str, str]:
    """Where the runs that the evidence names were read from."""
    runs = sorted({place["run_id"] for row in rows for place in row["evidence"] if place.get("run_id")})
    return {r["run_id"]: r["source"] for r in reader.rows("select run_id, source from runs where run_id in (select unnest($runs::varchar[]))", {"runs": runs})}


def _with_evidence(rows: list[dict[str, Any]], sources: dict[str, str], whole: bool, db: str | None) -> None:
    from triage.cli.hints import words
    from triage.cli.output import say
    from triage.safe_text import one_line

    for row in rows:
        about = row["run_id"] or (f"{row['task_id']}@{row['task_version']}" if row["task_version"] else row["task_id"])
        sure = f"sure {row['confidence']:.2f}" if row["status"] == "match" else "unknown"
        say(f"{row['kind']}  {row['severity']}  {sure}  {about}" + (f"  check {row['check']}" if row["check"] else ""), "bold")
        say(f"  {row['title']}: {row['explanation']}", hang=2)
        places = row["evidence"] if whole else row["evidence"][:FEW]
        for place in places:
            say(f"    {_where(place, sources)}: {one_line(place.get('quote') or '', 1000 if whole else 200)}", hang=6)
        rest = len(row["evidence"]) - len(places)
        if rest or not whole:
            say(f"    {f'and {rest} more places: ' if rest else ''}{words('triage', 'findings', row['finding_id'][:SHORT_ID], db=db)}")
        if whole:
            folders = [f for f in dict.fromkeys(sources.get(p.get("run_id") or "") for p in row["evidence"] if p.get("file")) if f]
            for folder in folders[:3]:
                say(f"  files of the run: {folder}", hang=4)
            for line in _open(row, db):
                say(f"  {line}")
        say()


def _where(place: dict[str, Any], sources: dict[str, str]) -> str:
    """Run, step, channel and `file:line` of a place, as far as they are known; of a run that is one file the file is its source."""
    file = place.get("file") or (sources.get(place.get("run_id") or "") if place.get("line") is not None else None)
    if file and place.get("line") is not None:
        file = f"{file}:{place['line']}"
    return ", ".join(str(x) for x in (place.get("run_id"), f"step {place['step']}" if place.get("step") is not None else None, place.get("channel"), file) if x)


def _open(row: dict[str, Any], db: str | None) -> list[str]:
    """Commands that open what the finding speaks of."""
    from triage.cli.hints import words

    steps: dict[str, int | None] = {}
    for place in row["evidence"]:
        if place.get("run_id"):
            steps[place["run_id"]] = place.get("step") if steps.get(place["run_id"]) is None else steps[place["run_id"]]
    lines = [words("triage", "show", run, *(() if step is None else ("--steps", f"{max(0, step - 1)}:{step + 2}")), db=db) for run, step in list(steps.items())[:FEW]]
    if row["scope"] == "task":
        lines.append(words("triage", "checks", row["task_id"], db=db))
    lines.append(words("triage", "detectors", row["kind"]))
    return lines
