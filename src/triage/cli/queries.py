"""triage queries"""

from __future__ import annotations

import click


@click.group("queries")
def group() -> None:
    """The SQL that triage is made of: list it, copy a piece to change it, check yours.

    Files in ./queries (or TRIAGE_QUERIES) replace built-in ones with the same relative path, or add to them.
    """


@group.command("list")
@click.option("--format", "fmt", type=click.Choice(["table", "json", "jsonl", "csv"]), help="How to print.  [default: table]")
def list_(fmt: str | None) -> int:
    """Every query: its group, name and title.

    \b
    Examples:
      triage queries list
      triage queries list --format csv
    """
    from triage.catalogue import GROUPS, load
    from triage.cli.output import emit

    rows = [{"group": q.group, "name": q.id, "title": q.title, "path": q.path} for g in GROUPS for q in load(g)]
    emit(rows, fmt, {"group": "group", "name": "name", "title": "title"})
    return 0


@group.command("copy")
@click.argument("name")
def copy(name: str) -> int:
    """Copy a query to ./queries, where it can be changed. It then counts instead of the built-in one.

    \b
    Examples:
      triage queries copy provider.credit_exhausted
      triage queries copy tasks
    """
    from pathlib import Path

    from triage.catalogue import GROUPS, OVERLAY, find, load
    from triage.errors import UsageError
    from triage.whole_file import write_whole

    query = find(name)
    if query is None:
        import difflib

        near = difflib.get_close_matches(name, [q.id for g in GROUPS for q in load(g)], 1, 0.5)
        raise UsageError(f"there is no query {name!r}", hint=f"did you mean {near[0]}?" if near else "`triage queries list` names them all")
    target = Path(OVERLAY) / query.group / f"{query.id}.sql"
    if target.exists():
        raise UsageError(f"{target} exists already", hint="remove it first")
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, query.sql.encode())
    click.echo(str(target))
    return 0


@group.command("check")
@click.option("--cases", metavar="DIR", type=click.Path(exists=True, file_okay=False), help="Folder with case files (<detector>.toml) to try as well.")
def check(cases: str | None) -> int:
    """Check every query, yours included: header, SQL, and the cases of detectors. Exit 1 where one is wrong.

    \b
    Examples:
      triage queries check
      triage queries check --cases cases/
    """
    from pathlib import Path

    from triage.cases import failures, read_cases
    from triage.catalogue import load
    from triage.detect import detect
    from triage.store.fixture import make_store

    wrong = detect(make_store({})).errors
    queries = {q.id: q for q in load("detectors")}
    tried = 0
    for path in sorted(Path(cases).glob("*.toml")) if cases else ():
        for case in read_cases(path):
            if case.detector not in queries:
                wrong.append(f"{path}: there is no detector {case.detector}")
                break
            tried += 1
            wrong += [f"{case.detector}, {case.name!r}: {f}" for f in failures(case, queries[case.detector])]
    for line in wrong:
        click.echo(line)
    click.echo(f"{len(queries)} detectors, {tried} cases, {len(wrong)} wrong")
    return 1 if wrong else 0
