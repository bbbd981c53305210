"""Tables as files for notebooks and other tools, with a data dictionary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triage.errors import UsageError
from triage.redact import redact_column
from triage.safe_text import cell
from triage.store.schema import DERIVED, TABLES, columns

if TYPE_CHECKING:
    import pyarrow as pa

    from triage.store.read import Reader

EXPORTED = ("runs", "tasks", "task_files", "task_checks", "task_bugs", "steps", "tool_calls", "run_events", "run_checks", "findings", "clusters", "labels", "sources", "problems")
"""Tables and views that are exported; `runs`, `run_events` and `run_checks` are the views with verdicts and joins."""
BATCH = 50_000


def export(reader: Reader, folder: Path, fmt: str, tables: Sequence[str] = (), *, redact: bool = True) -> Iterator[tuple[str, int]]:
    """Write each table as `<table>.<fmt>` below `folder`; yields (table, rows). fmt: parquet, csv or jsonl.

    Raises UsageError for a table that does not exist.
    """
    folder.mkdir(parents=True, exist_ok=True)
    chosen = tables or EXPORTED
    for name in chosen:
        if not name.replace("_", "").isalnum():
            raise UsageError(f"{name!r} is no table", hint=f"one of {', '.join(EXPORTED)}")
        yield name, _write(reader.batches(f'select * from "{name}"', BATCH), folder / f"{name}.{fmt}", fmt, redact)
    (folder / "DICTIONARY.md").write_text(dictionary(), encoding="utf-8")


def _write(batches: Iterator[pa.RecordBatch], path: Path, fmt: str, redact: bool) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows, writer, stream = 0, None, None
    try:
        for batch in batches:
            table = pa.Table.from_batches([batch])
            if redact:
                table = redact_table(table)
            rows += table.num_rows
            if fmt == "parquet":
                writer = writer or pq.ParquetWriter(path, table.schema, compression="zstd")
                writer.write_table(table)
            else:
                first, stream = stream is None, stream or open(path, "w", encoding="utf-8", errors="replace", newline="")
                _write_text(table, stream, fmt, first)
    finally:
        for opened in (writer, stream):
            if opened is not None:
                opened.close()
    return rows


def redact_table(table: pa.Table) -> pa.Table:
    """The table with secrets masked in every text column."""
    import pyarrow as pa

    for index, field in enumerate(table.schema):
        if pa.types.is_string(field.type) or pa.types.is_large_string(field.type):
            masked = redact_column(table.column(index).to_pylist())
            if masked is not None:
                table = table.set_column(index, field, pa.chunked_array([pa.array(masked, field.type)]))
    return table


def _write_text(table: pa.Table, stream: Any, fmt: str, header: bool) -> None:
    import csv

    import orjson

    if fmt == "jsonl":
        for row in table.to_pylist():
            stream.write(orjson.dumps(row, default=str).decode() + "\n")
        return
    writer = csv.writer(stream, lineterminator="\n")
    if header:
        writer.writerow(table.column_names)
    for row in table.to_pylist():
        writer.writerow([cell(orjson.dumps(v, default=str).decode() if isinstance(v, (list, dict)) else v) for v in row.values()])


def dictionary() -> str:
    """The data dictionary as Markdown: a line a column, from the one declaration of the schema."""
    lines = ["# Data dictionary", ""]
    for name, model in {**TABLES, **DERIVED}.items():
        lines += [f"## {name}", "", (model.__doc__ or "").strip().splitlines()[0], "", "| column | type | what it is |", "|---|---|---|"]
        lines += [f"| `{c.name}` | {c.type} | {c.doc.replace('|', chr(92) + '|').replace(chr(10), ' ')} |" for c in columns(model)]
        lines.append("")
    return "\n".join(lines)
