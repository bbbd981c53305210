"""triage labels"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from triage.cli.common import db_option, listing_options

if TYPE_CHECKING:
    from triage.model import Label


@click.group("labels")
def group() -> None:
    """Labels: list, export, import, agreement, evaluate."""


def _current(labels_dir: str | None) -> list[Label]:
    from triage.cli.common import labels_folder, note
    from triage.labels.events import fold, read_events

    files = read_events(labels_folder(labels_dir))
    for broken in files.broken[:5]:
        note(f"can't be read: {broken}")
    if len(files.broken) > 5:
        note(f"and {len(files.broken) - 5} more lines that can't be read")
    return list(fold(files.events).values())


@group.command("list")
@listing_options
@db_option
def list_labels(fmt: str | None, where: str | None, limit: int | None, quiet: bool, db: str | None, labels_dir: str | None) -> int:
    """Labels that count now; a label whose run changed since is stale.

    \b
    Examples:
      triage labels list
      triage labels list --where "stale" --format csv
    """
    from triage.cli.common import open_reader
    from triage.cli.header import columns_of
    from triage.cli.output import emit

    _current(labels_dir)
    with open_reader(db, labels_dir) as reader:
        sql = """select l.*, coalesce(l.run_digest <> r.run_digest, false) as stale, r.run_id is null as run_missing
                 from labels l left join runs r using (run_id) order by l.task_id, l.run_id, l.annotator"""
        rows = reader.rows(sql, where=where, limit=limit)
        names = [] if rows else columns_of(reader, sql)
    emit(
        rows,
        fmt,
        {
            "run": "run_id",
            "label": "verdict",
            "by": "annotator",
            "origin": "origin",
            "state": lambda r: "stale" if r["stale"] else "run missing" if r["run_missing"] else "",
            "note": "note",
        },
        names=names,
        empty="no labels yet: triage review",
    )
    return 0


@group.command("export")
@click.option(
    "--format", "fmt", type=click.Choice(["csv", "jsonl"]), default="csv", help="csv: Inspect Scout's validation columns id, target, split; jsonl: every field.  [default: csv]"
)
@click.option("--annotator", metavar="NAME", help="Only this person's labels.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A file instead of stdout.")
@click.option("--labels", "labels_dir", metavar="DIR", envvar="TRIAGE_LABELS", help="Folder of label files.")
def export(fmt: str, annotator: str | None, out: Path | None, labels_dir: str | None) -> int:
    """Print the labels that count now, for other tools.

    \b
    Examples:
      triage labels export > validation.csv
      triage labels export --format jsonl --annotator ada --out ada.jsonl
    """
    from triage.cli.known import check_names
    from triage.labels.exchange import to_csv, to_jsonl
    from triage.safe_text import json_escaped, visible
    from triage.whole_file import write_whole

    current = _current(labels_dir)
    check_names(annotator, "annotator", {x.annotator for x in current})
    labels = sorted((x for x in current if annotator in (None, x.annotator)), key=lambda x: (x.run_id, x.annotator))
    text = to_csv(labels) if fmt == "csv" else to_jsonl(labels)
    if out is None:
        if sys.stdout.isatty():
            text = visible(text) if fmt == "csv" else json_escaped(text)
        click.echo(text, nl=False)
    else:
        write_whole(out, text.encode("utf-8", "replace"))
    return 0


@group.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--annotator", metavar="NAME", help="Whose labels they become where a row names nobody.  [default: the file's name]")
@click.option("--map", "pairs", multiple=True, metavar="TARGET=VERDICT", help="A foreign target and the label that it means, e.g. true=infra. May be repeated.")
@db_option
def import_labels(file: Path, annotator: str | None, pairs: tuple[str, ...], db: str | None, labels_dir: str | None) -> int:
    """Take labels from a validation CSV (id, target, split) or JSONL. They are recorded as imported.

    \b
    Examples:
      triage labels import validation.csv --map true=infra --map false=intended
      triage labels import ben.jsonl --annotator ben
    """
    from triage.cli.common import labels_folder, note, open_reader
    from triage.errors import PARTLY, UsageError
    from triage.labels.append import append
    from triage.labels.exchange import from_file
    from triage.labels.taxonomy import load_taxonomy

    wrong = [p for p in pairs if "=" not in p]
    if wrong:
        raise UsageError(f"--map {wrong[0]} is no pair", hint="--map TARGET=VERDICT")
    folder = labels_folder(labels_dir)
    found = from_file(file, annotator or file.stem, load_taxonomy(folder), dict(p.split("=", 1) for p in pairs))
    with open_reader(db, labels_dir) as reader:
        known = {r["run_id"]: r for r in reader.rows("select run_id, run_digest, task_id, task_version from runs")}
    labels = []
    for label in found.labels:
        row: dict[str, Any] = known.get(label.run_id, {})
        labels.append(
            label._replace(
                run_digest=label.run_digest or row.get("run_digest"), task_id=label.task_id or row.get("task_id"), task_version=label.task_version or row.get("task_version")
            )
        )
    append(folder, labels)
    for broken in found.broken:
        note(str(broken))
    missing = sum(label.run_id not in known for label in labels)
    note(f"{len(labels)} labels imported, {len(found.broken)} lines left out" + (f"; {missing} name a run that is not in the store" if missing else ""))
    return PARTLY if found.broken else 0


@group.command("agreement")
@click.option("--blind", is_flag=True, help="Only labels that were given blind.")
@click.option("--format", "fmt", type=click.Choice(["table", "json"]), default="table", help="How to print.  [default: table]")
@click.option("--labels", "labels_dir", metavar="DIR", envvar="TRIAGE_LABELS", help="Folder of label files.")
def show_agreement(blind: bool, fmt: str, labels_dir: str | None) -> int:
    """How far annotators agree: raw, Cohen's kappa with a 95 % interval, Krippendorff's alpha, the confusion table.

    \b
    Examples:
      triage labels agreement
      triage labels agreement --blind --format json
    """
    from triage.cli.output import emit, say
    from triage.labels.agreement import agreement

    found = agreement(_current(labels_dir), blind_only=blind)
    if fmt == "json":
        pairs = [p._asdict() for p in found.pairs]
        disputed = [{"run_id": run, "said": said} for run, said in found.disputed]
        emit([{**found._asdict(), "pairs": pairs, "disputed": disputed}], "json", {})
        return 0
    if not found.pairs:
        say("no run was labelled by two people yet: triage review --blind --sample 30 --seed 7 --annotator NAME")
        return 0
    say(f"{found.runs} runs labelled by two or more of {len(found.annotators)} people; Krippendorff's alpha {_number(found.alpha)}")
    for pair in found.pairs:
        interval = f" ({_number(pair.kappa_low)} to {_number(pair.kappa_high)})" if pair.kappa_low is not None else ""
        say(f"\n{pair.first} and {pair.second}: {pair.agreed} of {pair.runs} alike, kappa {_number(pair.kappa)}{interval}", "bold")
        names = sorted({*pair.confusion, *(v for row in pair.confusion.values() for v in row)})
        rows = [{"first": a, **{b: pair.confusion.get(a, {}).get(b, 0) for b in names}} for a in names]
        emit(rows, None, {f"{pair.first} ↓  {pair.second} →": "first", **{b: b for b in names}})
    if found.disputed:
        say("to talk about:", "bold")
        for run, said in found.disputed[:20]:
            say(f"  {run}: " + ", ".join(f"{who} {verdict}" for who, verdict in said.items()))
    return 0


def _number(value: float | None) -> str:
    return "not defined" if value is None else f"{value:.2f}"


@group.command("evaluate")
@click.option("--split", type=click.Choice(["all", "tune", "eval"]), default="all", help="Labels of this half of the tasks.  [default: all]")
@listing_options
@db_option
def show_evaluation(split: str, fmt: str | None, where: str | None, limit: int | None, quiet: bool, db: str | None, labels_dir: str | None) -> int:
    """Detectors against labels: precision and recall with Wilson 95 % intervals.

    Tune a detector on the tasks of `--split tune`, and judge it on those of `--split eval`.

    \b
    Examples:
      triage labels evaluate
      triage labels evaluate --split eval --format csv
    """
    from triage.cli.common import note, open_reader
    from triage.cli.output import emit
    from triage.labels.evaluate import Said, Score, evaluate

    if where:
        note("--where has no meaning here", quiet)
    with open_reader(db, labels_dir) as reader:
        rows = reader.rows("select run_id, kind, severity, scope, evidence from findings where status = 'match'")
    scores = [s._asdict() for s in evaluate(_current(labels_dir), [Said(*said) for r in rows for said in _said(r)]) if s.split == split]

    def rate(row: Any, name: str) -> str:
        value = row[name]
        return "" if value is None else f"{value:.2f} ({row[name + '_low']:.2f} to {row[name + '_high']:.2f})"

    columns: dict[str, Any] = {
        "finding": lambda r: r["kind"] if r["kind"] != "*" else f"any for {r['verdict']}",
        "label": "verdict",
        "labelled": "labelled",
        "found": "found",
        "right": "right",
        "wanted": "wanted",
        "precision": lambda r: rate(r, "precision"),
        "recall": lambda r: rate(r, "recall"),
    }
    emit(scores[:limit], fmt, columns, names=Score._fields, empty="no label that a finding could be held against: triage review")
    return 0


def _said(row: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """A finding about a task speaks of the runs that its evidence names."""
    import orjson

    if row["run_id"]:
        return [(row["run_id"], row["kind"], row["severity"], row["scope"])]
    runs = {p.get("run_id") for p in orjson.loads(row["evidence"] or "[]") if isinstance(p, dict)}
    return [(run, row["kind"], row["severity"], row["scope"]) for run in sorted(r for r in runs if r)]
