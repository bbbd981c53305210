"""triage export"""

from __future__ import annotations

from pathlib import Path

import click

from triage.cli.common import db_option, note, open_reader


@click.command("export")
@click.option("--out", required=True, metavar="DIR", help="Folder to write into.")
@click.option("--format", "fmt", type=click.Choice(["parquet", "csv", "jsonl"]), default="parquet", show_default=True, help="Of the files.")
@click.option("--table", "tables", multiple=True, help="Only these tables or views (repeatable).")
@click.option("--redact/--no-redact", default=True, help="Mask secrets in transcript text.  [default: --redact]")
@click.option("-q", "--quiet", is_flag=True, help="No notes on stderr.")
@db_option
def command(out: str, fmt: str, tables: tuple[str, ...], redact: bool, quiet: bool, db: str | None, labels_dir: str | None) -> int:
    """Every table and view as Parquet, CSV or JSONL, with a data dictionary (DICTIONARY.md).

    CSV cells that a spreadsheet would take for a formula get an apostrophe in front. API keys, tokens and the like are
    masked unless --no-redact is given.

    \b
    Examples:
      triage export --out tables/
      triage export --out tables/ --format csv --table runs --table findings
    """
    from triage.export import export

    with open_reader(db, labels_dir) as reader:
        for name, rows in export(reader, Path(out), fmt, tables, redact=redact):
            note(f"{name}: {rows} rows", quiet)
    return 0
