"""triage query"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from triage.cli.common import db_option, listing_options, open_reader

if TYPE_CHECKING:
    from triage.store.read import Reader


@click.command("query")
@click.argument("what", required=False, metavar="NAME|SQL")
@click.option("-p", "--param", "params", multiple=True, metavar="NAME=VALUE", help="A parameter of a named query.")
@click.option("--schema", is_flag=True, help="Show tables and views with their columns.")
@listing_options
@db_option
def command(
    what: str | None, params: tuple[str, ...], schema: bool, fmt: str | None, where: str | None, limit: int | None, quiet: bool, db: str | None, labels_dir: str | None
) -> int:
    """Run a named query of the catalogue, or any SQL, read-only and without access to files.

    \b
    Examples:
      triage query "select model, count(*) from runs group by 1"
      triage query suites --format csv
      triage query --schema
    """
    from triage.cli.header import columns_of
    from triage.cli.output import emit
    from triage.errors import UsageError

    with open_reader(db, labels_dir) as reader:
        if schema:
            rows = reader.rows(
                'select table_name as "table", column_name as "column", data_type as type from information_schema.columns where table_catalog = \'store\' order by 1, ordinal_position'
            )
        elif what is None:
            raise UsageError("give the name of a query or SQL", hint="`triage queries list` names queries; `triage query --schema` shows tables")
        elif " " in what.strip():
            rows = reader.rows(what, where=where, limit=limit)
        else:
            rows = reader.named(what, _params(reader, what, params), where=where, limit=limit)
        names = [] if rows or what is None else columns_of(reader, what, dict(p.partition("=")[::2] for p in params))
    emit(rows, fmt, {name: name for name in rows[0]} if rows else {}, names=names)
    return 0


def _params(reader: Reader, name: str, given: tuple[str, ...]) -> dict[str, str]:
    """Parameters as the query names them. Raises UsageError for one that it does not have."""
    from triage.cli.known import check_names
    from triage.errors import UsageError
    from triage.store.read import parameters

    wrong = [p for p in given if "=" not in p]
    if wrong:
        raise UsageError(f"--param {wrong[0]} is no pair", hint="--param NAME=VALUE")
    known = parameters(reader.query(name).sql, {})
    pairs = dict(p.split("=", 1) for p in given)
    for one in pairs:
        check_names(one, f"parameter of {name}", known)
    return pairs
