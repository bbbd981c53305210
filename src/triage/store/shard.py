"""A shard: the rows of a batch of sources, as Arrow files that the store takes in one transaction.

Written by workers (any process, any machine that shares the folder), read by the store. A shard is a folder with one or
more `<table>-<part>.arrow` files and a `manifest.json` that is written last: a folder without one is ignored.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pyarrow as pa

from triage.model import Check, Event, Problem, Record, Run, Step, Task, TaskFile, ToolCall
from triage.store.schema import TABLES, columns

FLUSH_CHARS = 48 * 1024**2
"""Characters of text after which rows are written out: bounds a worker's memory whatever one source holds."""
FLUSH_ROWS = 200_000

_TABLE_OF: dict[type, str] = {model: name for name, model in TABLES.items()}
_ARROW = {"VARCHAR": pa.string(), "BIGINT": pa.int64(), "DOUBLE": pa.float64(), "BOOLEAN": pa.bool_()}
_SURROGATE = re.compile("[\ud800-\udfff]")


class _NoPandas:
    """An import hook that finds no pandas."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Refuse pandas; leave the rest to others."""
        if name == "pandas":
            raise ImportError(name)


def keep_pandas_out() -> None:
    """Let pyarrow find no pandas, unless it is loaded already: its first look for it costs each process half a second."""
    if "pandas" in sys.modules:
        return
    hook = _NoPandas()
    sys.meta_path.insert(0, hook)
    try:
        pa.array([None])
    finally:
        sys.meta_path.remove(hook)


class SourceEntry(NamedTuple):
    """One source of a shard, as its manifest tells it."""

    source_id: int
    """Key in the store."""
    path: str
    """Absolute path or archive member: the key for reading again."""
    display: str
    """As the user gave it."""
    format: str
    """Its reader."""
    bytes: int
    """Size, bytes."""
    stat: str
    """Signature of names, sizes and times."""
    digest: str
    """Digest of the content."""
    runs: int
    """Number of runs in it."""
    tasks: int
    """Number of task folders in it."""


def arrow_schema(table: str) -> pa.Schema:
    """The Arrow schema of a table, `source_id` included."""
    fields = [pa.field(c.name, pa.large_string() if c.compressed else _ARROW[c.type]) for c in columns(TABLES[table])]
    return pa.schema([*fields, pa.field("source_id", pa.int64())])


def clean(text: str) -> str:
    """Text without lone surrogates, which no database stores."""
    return _SURROGATE.sub("\ufffd", text)


def _array(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    try:
        return pa.array(values, kind)
    except (UnicodeEncodeError, pa.ArrowException, OverflowError, TypeError, ValueError):
        return pa.array([_repair(v, kind) for v in values], kind)


def _repair(value: Any, kind: pa.DataType) -> Any:
    """The nearest value of the column's type: a reader's slip must not cost the shard."""
    if value is None:
        return None
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return clean(value if isinstance(value, str) else str(value))
    if pa.types.is_boolean(kind):
        return value if isinstance(value, bool) else None
    try:
        return float(value) if pa.types.is_floating(kind) else (int(value) if abs(int(value)) < 2**63 else None)
    except (TypeError, ValueError, OverflowError):
        return None


class ShardWriter:
    """Collects records by table and writes them out in bounded parts."""

    def __init__(self, folder: Path) -> None:
        keep_pandas_out()
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.sources: list[SourceEntry] = []
        self.run_ids: list[tuple[str, int]] = []
        self.digests: list[tuple[str, str, int]] = []
        self._rows: dict[type, list[Any]] = {model: [] for model in _TABLE_OF}
        self._owner: dict[type, list[tuple[int, int]]] = {model: [] for model in _TABLE_OF}
        self._chars = self._count = self._part = 0

    def take(self, source_id: int, records: Iterable[Record]) -> tuple[int, int]:
        """Take the records of one source. Returns the number of runs and of task folders."""
        rows, starts = self._rows, {model: len(r) for model, r in self._rows.items()}
        runs = tasks = 0
        own_ids: set[str] = set()
        renamed: dict[str, str] = {}
        hashes: dict[str, Any] = {}
        for record in records:
            if isinstance(record, Run) and record.run_id in own_ids:
                renamed[record.run_id] = new_id = next(f"{record.run_id}~{n}" for n in range(2, 10**9) if f"{record.run_id}~{n}" not in own_ids)
                own_ids.add(new_id)
                problem = Problem(
                    record.source,
                    "duplicate_run",
                    f"run id {record.run_id} stands twice in one source; the later one is called {new_id}",
                    None,
                    "one id a run",
                    "warning",
                    1,
                    new_id,
                )
                rows[Problem].append(problem)
            if renamed and getattr(record, "run_id", None) in renamed:
                record = record._replace(run_id=renamed[record.run_id])  # type: ignore[union-attr, index, call-arg]
            rows[type(record)].append(record)
            if isinstance(record, Step):
                self._chars += len(record.text)
                _feed(hashes, record.run_id, record.text)
            elif isinstance(record, ToolCall):
                result = record.result or ""
                self._chars += len(result)
                _feed(hashes, record.run_id, result)
            elif isinstance(record, Check):
                _feed(hashes, record.run_id, f"{record.check_name}={record.status}")
            elif isinstance(record, Run):
                runs += 1
                own_ids.add(record.run_id)
                self.run_ids.append((clean(record.run_id), source_id))
                _feed(hashes, record.run_id, f"{record.task_id} {record.score} {record.passed} {record.exit_status}")
            elif isinstance(record, Event):
                self._chars += len(record.text)
            elif isinstance(record, TaskFile):
                self._chars += len(record.text or "")
            elif isinstance(record, Task) and record.origin == "folder":
                tasks += 1
            self._count += 1
            if self._chars > FLUSH_CHARS or self._count > FLUSH_ROWS:
                self._own(source_id, starts)
                self.flush()
                starts = dict.fromkeys(starts, 0)
        self._own(source_id, starts)
        self.digests += [(clean(run_id), h.hexdigest(), source_id) for run_id, h in hashes.items()]
        return runs, tasks

    def _own(self, source_id: int, starts: dict[type, int]) -> None:
        for model, rows in self._rows.items():
            if len(rows) > starts[model]:
                self._owner[model].append((source_id, len(rows) - starts[model]))

    def flush(self) -> None:
        """Write what was collected as the next part."""
        for model, rows in self._rows.items():
            if not rows:
                continue
            table = _TABLE_OF[model]
            schema = arrow_schema(table)
            values = [*zip(*rows, strict=True), [s for s, n in self._owner[model] for _ in range(n)]]
            batch = pa.record_batch([_array(v, f.type) for v, f in zip(values, schema, strict=True)], schema=schema)
            with pa.OSFile(str(self.folder / f"{table}-{self._part}.arrow"), "wb") as sink, pa.ipc.new_file(sink, schema) as writer:
                writer.write_batch(batch)
            rows.clear()
            self._owner[model].clear()
        self._chars = self._count = 0
        self._part += 1

    def close(self) -> Path:
        """Write the rest and the manifest; the shard is whole from then on."""
        self.flush()
        manifest = {"sources": self.sources, "runs": self.run_ids, "digests": self.digests}
        (self.folder / "manifest.json").write_bytes(orjson.dumps(manifest, default=list))
        return self.folder


def _feed(hashes: dict[str, Any], run_id: str, text: str) -> None:
    found = hashes.get(run_id)
    if found is None:
        found = hashes[run_id] = hashlib.blake2b(digest_size=8)
    found.update(text.encode("utf-8", "replace"))


class Manifest(NamedTuple):
    """What a shard says of itself."""

    sources: list[SourceEntry]
    """Its sources."""
    runs: list[tuple[str, int]]
    """run_id and source_id of each run."""
    digests: list[tuple[str, str, int]]
    """run_id, digest of its content, source_id."""


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a whole shard."""
    raw = orjson.loads((folder / "manifest.json").read_bytes())
    return Manifest([SourceEntry(*s) for s in raw["sources"]], [(r[0], r[1]) for r in raw["runs"]], [(d[0], d[1], d[2]) for d in raw["digests"]])


def read_tables(folder: Path) -> Iterable[tuple[str, pa.Table]]:
    """The parts of a shard, mapped into memory, with their table's name."""
    for path in sorted(folder.glob("*.arrow")):
        with pa.memory_map(str(path)) as mapped:
            yield path.name.rpartition("-")[0], pa.ipc.open_file(mapped).read_all()
