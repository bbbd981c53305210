"""Tables as files for notebooks and other tools, with a data dictionary."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from triage.dictionary import dictionary
from triage.errors import UsageError
from triage.redact import redact_column, redact_value
from triage.safe_text import cell
from triage.whole_file import whole_file, write_whole

if TYPE_CHECKING:
    import pyarrow as pa

    from triage.store.read import Reader

EXPORTED = ("runs", "tasks", "task_files", "task_checks", "task_bugs", "steps", "tool_calls", "run_events", "run_checks", "findings", "clusters", "labels", "sources", "problems")
"""Tables and views that are exported; `runs`, `run_events` and `run_checks` are the views with verdicts and joins."""
BATCH = 20_000
"""Rows that are asked for at once."""
SLICE_BYTES = 16 * 1024**2
"""Bytes of a table that are worked on at once."""


def export(reader: Reader, folder: Path, fmt: str, tables: Sequence[str] = (), *, redact: bool = True) -> Iterator[tuple[str, int]]:
    """Write each table as `<table>.<fmt>` below `folder`; yields (table, rows). fmt: parquet, csv or jsonl.

    Each file is written whole or not at all. Raises UsageError for a table that does not exist, StoreError where there
    is no room for a file.
    """
    chosen = list(tables or EXPORTED)
    for name in chosen:
        if not name.replace("_", "").isalnum():
            raise UsageError(f"{name!r} is no table", hint=f"one of {', '.join(EXPORTED)}")
    folder.mkdir(parents=True, exist_ok=True)
    shown: dict[str, list[tuple[str, str]]] = {}
    for name in chosen:
        batches = reader.batches(f'select * from "{name}"', BATCH)
        first = next(batches)
        shown[name] = [(field.name, str(field.type)) for field in first.schema]
        yield name, _write(itertools.chain([first], batches), folder / f"{name}.{fmt}", fmt, redact)
    write_whole(folder / "DICTIONARY.md", dictionary(shown).encode())


def _write(batches: Iterator[pa.RecordBatch], path: Path, fmt: str, redact: bool) -> int:
    """Write batch by batch: what is held at once is a slice of bounded size, whatever the table holds."""
    with whole_file(path) as stream:
        writer = WRITERS[fmt](stream)
        rows = 0
        for batch in batches:
            for piece in slices(batch):
                writer.write(redact_table(piece) if redact else piece)
                rows += piece.num_rows
        writer.close()
    return rows


def slices(batch: pa.RecordBatch, most: int = SLICE_BYTES) -> Iterator[pa.Table]:
    """The batch in pieces of about `most` bytes; an empty one as it is, since it has the columns."""
    import pyarrow as pa

    table = pa.Table.from_batches([batch])
    step = max(1, table.num_rows * most // max(table.nbytes, 1)) if table.num_rows else 1
    for start in range(0, max(table.num_rows, 1), step):
        yield table.slice(start, step)


def redact_table(table: pa.Table) -> pa.Table:
    """The table with secrets masked in every column that holds text, lists and structures of text included."""
    import pyarrow as pa

    for index, field in enumerate(table.schema):
        if pa.types.is_string(field.type) or pa.types.is_large_string(field.type):
            masked = redact_column(table.column(index).to_pylist())
        elif pa.types.is_nested(field.type) and not pa.types.is_map(field.type):
            masked = [redact_value(v) for v in table.column(index).to_pylist()]
        else:
            continue
        if masked is not None:
            table = table.set_column(index, field, pa.chunked_array([pa.array(masked, field.type)]))
    return table


class ParquetFile:
    """Parquet, one row group a slice."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self.writer: Any = None

    def write(self, table: pa.Table) -> None:
        """Write the rows."""
        import pyarrow.parquet as pq

        self.writer = self.writer or pq.ParquetWriter(self.stream, table.schema, compression="zstd")
        self.writer.write_table(table)

    def close(self) -> None:
        """End the file."""
        if self.writer is not None:
            self.writer.close()


class JsonLines:
    """A JSON object a line; NaN and infinities are null."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream

    def write(self, table: pa.Table) -> None:
        """Write the rows."""
        import orjson

        for row in table.to_pylist():
            self.stream.write(orjson.dumps(row, default=str, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS))

    def close(self) -> None:
        """Nothing is left to write."""


class Csv:
    """CSV in UTF-8; lists and structures as JSON; what a spreadsheet would take for a formula gets an apostrophe in front."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="")
        self.writer = csv.writer(self.text, lineterminator="\n")
        self.headed = False

    def write(self, table: pa.Table) -> None:
        """Write the rows, the first time after the names of the columns."""
        import orjson

        if not self.headed:
            self.writer.writerow(table.column_names)
            self.headed = True
        for row in table.to_pylist():
            self.writer.writerow([cell(orjson.dumps(v, default=str, option=orjson.OPT_NON_STR_KEYS).decode() if isinstance(v, (list, dict)) else v) for v in row.values()])

    def close(self) -> None:
        """Write what is left."""
        self.text.flush()
        self.text.detach()


WRITERS: dict[str, Any] = {"parquet": ParquetFile, "csv": Csv, "jsonl": JsonLines}
