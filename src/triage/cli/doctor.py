"""triage doctor"""

from __future__ import annotations

from typing import Any

import click

from triage.cli.common import db_option

CONTRACTS = 1
"""Version of the output contracts (the JSON of runs, tasks, findings, clusters, gate, checks)."""
LIBRARIES = (
    "duckdb",
    "pyarrow",
    "pandas",
    "orjson",
    "scipy",
    "statsmodels",
    "scikit-learn",
    "textual",
    "rich",
    "jinja2",
    "zstandard",
    "fsspec",
    "loky",
    "altair",
    "vl-convert-python",
    "textual-serve",
    "mcp",
)


@click.command("doctor")
@click.option("--coverage", is_flag=True, help="What was not read or not known, per file.")
@click.option("--format", "fmt", type=click.Choice(["table", "json"]), default="table", help="How to print.  [default: table]")
@db_option
def command(coverage: bool, fmt: str, db: str | None, labels_dir: str | None) -> int:
    """Versions, store integrity, and what cannot work here and why. Exit 1 where something is wrong.

    \b
    Examples:
      triage doctor
      triage doctor --coverage        unknown record types, broken files, by file
    """
    from triage.cli.output import emit, say
    from triage.store.read import store_path

    path = store_path(db)
    facts: dict[str, Any] = {
        "triage": _triage(),
        "contracts": CONTRACTS,
        "libraries": _libraries(),
        "limits": _limits(),
        "store": _store(path, labels_dir),
        "labels": _labels(labels_dir),
    }
    if coverage:
        facts["coverage"] = _coverage(path)
    wrong = [*facts["store"].get("wrong", []), *facts["labels"].get("wrong", [])]
    if fmt == "json":
        emit([facts], "json", {})
        return 1 if wrong else 0
    say(f"triage {facts['triage']['version']} on Python {facts['triage']['python']}; output contracts version {CONTRACTS}")
    say("libraries: " + ", ".join(f"{name} {v or 'missing'}" for name, v in facts["libraries"].items()))
    for limit in facts["limits"]:
        say(f"cannot work here: {limit}")
    store = facts["store"]
    say(
        f"store {path}: "
        + (
            f"{store['bytes'] / 1e6:.1f} MB, schema {store['schema']}, {store['runs']} runs, {store['sources']} sources, findings {store['derived']}"
            if store.get("schema")
            else store.get("missing", "")
        )
    )
    for error in store.get("detector_errors", []):
        say(f"  {error}")
    say(f"labels {facts['labels']['folder']}: {facts['labels']['labels']} labels in {facts['labels']['files']} files")
    for line in wrong:
        say(f"wrong: {line}")
    if coverage:
        emit(
            facts["coverage"],
            "table",
            {"severity": "severity", "kind": "kind", "count": "count", "file": "path", "where": "where", "what": "what", "wanted": "hint"},
            empty="every record was known",
        )
    return 1 if wrong else 0


def _triage() -> dict[str, str]:
    import platform

    from triage import __version__

    return {"version": __version__, "python": platform.python_version(), "platform": platform.platform(terse=True)}


def _libraries() -> dict[str, str | None]:
    from importlib.metadata import PackageNotFoundError, version

    found: dict[str, str | None] = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def _limits() -> list[str]:
    from importlib.util import find_spec

    limits = []
    for module, what in (
        ("altair", "pictures in the report (extra: plots)"),
        ("vl_convert", "pictures in the report (extra: plots)"),
        ("textual_serve", "review --web (extra: web)"),
        ("mcp", "triage mcp (extra: mcp)"),
    ):
        if find_spec(module) is None:
            limits.append(f"{what}: the package {module} is not installed")
    return sorted(set(limits))


def _store(path: Any, labels_dir: str | None) -> dict[str, Any]:
    from triage.catalogue import load
    from triage.errors import TriageError
    from triage.store.read import Reader

    if not path.exists():
        return {"path": str(path), "missing": "there is none yet: triage ingest RUNS_FOLDER makes it"}
    try:
        with Reader(path) as reader:
            one = reader.rows(
                "select (select count(*) from run_records) as runs, (select count(*) from sources) as sources, (select count(*) from steps s where s.run_id not in (select run_id from run_records)) as orphans"
            )[0]
            errors = [f"detector {r['detector']}: {r['error']}" for r in reader.rows("select detector, error from detector_runs where error is not null")]
            wrong = [f"{one['orphans']} steps belong to no run: ingest again"] if one["orphans"] else []
            views = {q.id for q in load("views")} - {r["view_name"] for r in reader.rows("select view_name from duckdb_views() where not internal")}
            wrong += [f"the view {v} is missing: ingest again" for v in sorted(views)]
            return {
                "path": str(path),
                "bytes": path.stat().st_size,
                "schema": reader.meta("schema"),
                "derived": reader.meta("derived") or "none yet",
                **one,
                "detector_errors": errors,
                "wrong": wrong + errors,
            }
    except TriageError as error:
        return {"path": str(path), "wrong": [str(error)]}


def _labels(labels_dir: str | None) -> dict[str, Any]:
    from triage.cli.common import labels_folder

    folder = labels_folder(labels_dir)
    if not folder.is_dir():
        return {"folder": str(folder), "files": 0, "labels": 0}
    from triage.labels.events import read_events

    read = read_events(folder)
    return {"folder": str(folder), "files": len(list(folder.glob("*.jsonl"))), "labels": len(read.events), "wrong": [str(p) for p in read.broken]}


def _coverage(path: Any) -> list[dict[str, Any]]:
    from triage.store.read import Reader

    with Reader(path) as reader:
        return reader.rows(
            "select severity, kind, count, path, where_ as \"where\", what, hint, run_id from problems order by case severity when 'error' then 0 when 'warning' then 1 else 2 end, path, kind, what"
        )
