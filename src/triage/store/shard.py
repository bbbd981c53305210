"""A shard: the rows of a batch of sources, as Arrow files that the store takes in one transaction.

Written by workers (any process, any machine that shares the folder), read by the store. A shard is a folder with one or
more `<table>-<part>.arrow` files and a `manifest.json` that is written last: a folder without one is ignored. Arrow is imported
where it is used: looking at a folder in which nothing changed needs none, and the import takes longer than looking.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from triage.model import Problem, Record, Run
from triage.store.schema import TABLES, columns
from triage.store.taken import Taken, clean

if TYPE_CHECKING:
    import pyarrow as pa

FLUSH_CHARS = 48 * 1024**2
"""Characters of text after which rows are written out: bounds a worker's memory whatever one source holds."""
FLUSH_ROWS = 200_000
GROUP = 256
"""Records that are taken at once."""

_TABLE_OF: dict[type, str] = {model: name for name, model in TABLES.items()}


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
    import pyarrow as pa

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
    import pyarrow as pa

    kinds = {"VARCHAR": pa.string(), "BIGINT": pa.int64(), "DOUBLE": pa.float64(), "BOOLEAN": pa.bool_()}
    fields = [pa.field(c.name, pa.large_string() if c.compressed else kinds[c.type]) for c in columns(TABLES[table])]
    return pa.schema([*fields, pa.field("source_id", pa.int64())])


def _array(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    import pyarrow as pa

    try:
        return pa.array(values, kind)
    except (UnicodeEncodeError, pa.ArrowException, OverflowError, TypeError, ValueError):
        return pa.array([_repair(v, kind) for v in values], kind)


def _parts(group: Iterator[Any]) -> Iterator[list[Any]]:
    while part := list(islice(group, GROUP)):
        yield part


def _repair(value: Any, kind: pa.DataType) -> Any:
    """The nearest value of the column's type: a reader's slip must not cost the shard."""
    if value is None:
        return None
    import pyarrow as pa

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
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.sources: list[SourceEntry] = []
        self.run_ids: list[tuple[str, int]] = []
        self.digests: list[tuple[str, str, int]] = []
        self._rows: dict[type, list[Any]] = {model: [] for model in _TABLE_OF}
        self._owner: dict[type, list[tuple[int, int]]] = {model: [] for model in _TABLE_OF}
        self._chars = self._count = self._part = 0

    def take(self, source_id: int, records: Iterable[Record]) -> tuple[int, int]:
        """Take the records of one source. Returns the number of runs and of task folders.

        Records come by the hundred thousand, those of one kind after each other: they are taken in groups of one kind,
        for what is done once a record costs as much as reading it.
        """
        source = Taken(source_id)
        starts = {model: len(rows) for model, rows in self._rows.items()}
        for model, group in groupby(records, type):
            for some in _parts(group):
                if model is Run:
                    some, doubles = source.name(some)
                    self._rows[Problem] += doubles
                    self._count += len(doubles)
                elif source.renamed:
                    some = source.rename(some)
                self._rows[model] += some
                self._count += len(some)
                self._chars += source.look(model, some)
                if self._chars > FLUSH_CHARS or self._count > FLUSH_ROWS:
                    source.digest()
                    self._own(source_id, starts)
                    self.flush()
                    starts = dict.fromkeys(starts, 0)
        self._own(source_id, starts)
        self.run_ids += source.run_ids
        self.digests += source.digests()
        return len(source.run_ids), source.tasks

    def _own(self, source_id: int, starts: dict[type, int]) -> None:
        for model, rows in self._rows.items():
            if len(rows) > starts[model]:
                self._owner[model].append((source_id, len(rows) - starts[model]))

    def flush(self) -> None:
        """Write what was collected as the next part."""
        import pyarrow as pa

        keep_pandas_out()
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
    import pyarrow as pa

    for path in sorted(folder.glob("*.arrow")):
        with pa.memory_map(str(path)) as mapped:
            yield path.name.rpartition("-")[0], pa.ipc.open_file(mapped).read_all()
