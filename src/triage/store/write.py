"""Writing: a whole shard in one transaction, so that a kill costs one shard and nothing is half there."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import duckdb

from triage.errors import StoreError
from triage.model import Problem
from triage.store.connect import open_store
from triage.store.guard import shut
from triage.store.schema import DERIVED, TABLES, columns
from triage.store.shard import Manifest, SourceEntry, arrow_schema, keep_pandas_out, read_manifest, read_tables

if TYPE_CHECKING:
    import pyarrow as pa

BY_SOURCE = (*TABLES, "run_digests", "sources")
"""Tables with a source_id."""


class Known(NamedTuple):
    """A source that the store has."""

    source_id: int
    """Its key."""
    stat: str
    """Signature of names, sizes and times when it was read."""
    digest: str
    """Digest of its content then."""
    format: str
    """The reader that took it."""
    vanished: bool
    """It was not there any more at the last ingest of its folder."""


class Writer:
    """The one process that writes the store."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.db = open_store(path, write=True)
        shut(self.db)
        self.sources: dict[str, Known] = {}
        for key, source_id, stat, digest, fmt, vanished in self.db.execute("SELECT path, source_id, stat, digest, format, vanished FROM sources").fetchall():
            self.sources[key] = Known(source_id, stat, digest, fmt, vanished)
        self.runs: dict[str, str] = dict(self.db.execute("SELECT r.run_id, s.path FROM run_records r JOIN sources s USING (source_id)").fetchall())
        self.taken: list[int] = []
        """Sources taken since the store was opened."""
        self.next_source = 1 + max((k.source_id for k in self.sources.values()), default=0)

    def meta(self, key: str) -> str | None:
        """A value of the store's own notes."""
        row = self.db.execute("SELECT value FROM meta WHERE key = ?", [key]).fetchone()
        return row[0] if row else None

    def set_meta(self, key: str, value: str) -> None:
        """Set a value of the store's own notes."""
        self.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, value])

    def take_shard(self, folder: Path) -> Manifest:
        """Take a whole shard: replace what its sources gave before, insert its rows, forget the folder."""
        manifest = read_manifest(folder)
        replaced = [self.sources[s.path].source_id for s in manifest.sources if s.path in self.sources]
        paths = {s.source_id: s.path for s in manifest.sources}
        shown = {s.path: s.display for s in manifest.sources}
        renames, doubles = self._renames(manifest, paths, shown)
        try:
            self.db.begin()
            self._delete(replaced)
            for table, rows in read_tables(folder):
                self._insert(table, _rename(rows, renames) if renames else rows)
            self._insert_problems(doubles)
            digests = [(renames.get((run_id, s), run_id), digest, s) for run_id, digest, s in manifest.digests]
            if digests:
                self.db.register("_rows", _table({"run_id": [d[0] for d in digests], "digest": [d[1] for d in digests], "source_id": [d[2] for d in digests]}))
                self.db.execute("INSERT INTO run_digests SELECT * FROM _rows")
            self._insert_sources(manifest.sources)
            self.db.execute("INSERT OR REPLACE INTO meta VALUES ('derived', 'stale')")
            self.db.commit()
        except duckdb.Error as error:
            self._rollback()
            raise StoreError(
                f"the store can't be written: {str(error).splitlines()[0]}",
                where=str(self.path),
                hint="is the disk full? what was stored before is safe; run the same ingest again",
            ) from error
        self.taken += [s.source_id for s in manifest.sources]
        for s in manifest.sources:
            self.sources[s.path] = Known(s.source_id, s.stat, s.digest, s.format, False)
        self.runs |= {renames.get((run_id, s), run_id): paths[s] for run_id, s in manifest.runs}
        shutil.rmtree(folder, ignore_errors=True)
        return manifest

    def _renames(self, manifest: Manifest, paths: dict[int, str], shown: dict[str, str]) -> tuple[dict[tuple[str, int], str], list[Problem]]:
        """New names for runs whose id another source has already: both are kept, told apart by their source."""
        taken, renames, problems = dict(self.runs), {}, []
        for run_id, source_id in manifest.runs:
            path = paths[source_id]
            if taken.get(run_id, path) != path:
                n, new = 2, f"{run_id}~2"
                while taken.get(new, path) != path:
                    n += 1
                    new = f"{run_id}~{n}"
                renames[(run_id, source_id)] = new
                problems.append(
                    Problem(shown[path], "duplicate_run", f"run id {run_id} stands in two sources; this one is called {new}", taken[run_id], "one id a run", "warning", 1, new)
                )
                taken[new] = path
            else:
                taken[run_id] = path
        return renames, problems

    def _delete(self, source_ids: list[int]) -> None:
        if source_ids:
            self.db.register("_rows", _table({"source_id": source_ids}))
            for table in BY_SOURCE:
                self.db.execute(f"DELETE FROM {table} WHERE source_id IN (SELECT source_id FROM _rows)")

    def _insert(self, table: str, rows: pa.Table) -> None:
        self.db.register("_rows", rows)
        self.db.execute(f"INSERT INTO {table} SELECT * FROM _rows")
        self.db.unregister("_rows")

    def _insert_sources(self, sources: Iterable[SourceEntry]) -> None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        rows = [(s.source_id, s.path, s.display, s.format, s.bytes, s.stat, s.digest, s.runs, s.tasks, now) for s in sources]
        names = ["source_id", "path", "display", "format", "bytes", "stat", "digest", "runs", "tasks", "ingested_at"]
        self.db.register("_rows", _table(dict(zip(names, (list(c) for c in zip(*rows, strict=True)), strict=True))))
        self.db.execute("INSERT INTO sources BY NAME SELECT * FROM _rows")
        self.db.unregister("_rows")

    def _insert_problems(self, problems: list[Problem], source_id: int = 0) -> None:
        if problems:
            schema = arrow_schema("problems")
            given = [*(list(c) for c in zip(*problems, strict=True)), [source_id] * len(problems)]
            self._insert("problems", _table(dict(zip(schema.names, given, strict=True)), schema))

    def replace_walk_problems(self, problems: list[Problem], roots: list[str]) -> None:
        """Problems met while walking belong to no source: those below the same roots are replaced."""
        for root in roots:
            self.db.execute("DELETE FROM problems WHERE source_id = 0 AND kind <> 'duplicate_run' AND (path = ? OR starts_with(path, ?))", [root, root.rstrip("/") + "/"])
        self._insert_problems(problems)

    def touch(self, key: str, stat: str) -> None:
        """Note a new signature for a source whose content is unchanged."""
        self.db.execute("UPDATE sources SET stat = ?, vanished = false WHERE path = ?", [stat, key])

    def mark_vanished(self, roots: list[str], seen: set[str]) -> int:
        """Mark sources below the roots that are not there any more; their rows are kept. Returns how many are newly marked."""
        gone = [k for k, s in self.sources.items() if not s.vanished and k not in seen and any(k == r or k.startswith(r.rstrip("/") + "/") for r in roots)]
        back = [k for k, s in self.sources.items() if s.vanished and k in seen]
        for keys, flag in ((gone, True), (back, False)):
            if keys:
                self.db.register("_rows", _table({"path": keys}))
                self.db.execute("UPDATE sources SET vanished = ? WHERE path IN (SELECT path FROM _rows)", [flag])
        return len(gone)

    def problem_lines(self, most: int = 50) -> tuple[int, int, list[str]]:
        """Counts of errors and warnings in the store, and a line for each of the first that are new: what, where, what would be right."""
        row = self.db.execute("SELECT count(*) FILTER (severity = 'error'), count(*) FILTER (severity = 'warning') FROM problems").fetchone() or (0, 0)
        lines = self.db.execute(
            "SELECT path, where_, what, hint FROM problems WHERE severity <> 'note' AND source_id IN (SELECT unnest(?::BIGINT[])) ORDER BY severity, path, where_ LIMIT ?",
            [[0, *self.taken], most],
        ).fetchall()
        return row[0], row[1], [f"{path}{f' ({where})' if where else ''}: {what}" + (f" [wanted: {hint}]" if hint else "") for path, where, what, hint in lines]

    def count(self, table: str) -> int:
        """Number of rows of a table."""
        row = self.db.execute(f'SELECT count(*) FROM "{table}"').fetchone()
        return int(row[0]) if row else 0

    def mirror_labels(self, rows: list[tuple[object, ...]]) -> None:
        """Put the labels of the files in the place of those in the store."""
        self.db.begin()
        self.db.execute("DELETE FROM labels")
        if rows:
            names = [c.name for c in columns(DERIVED["labels"])]
            self.db.register("_rows", _table(dict(zip(names, (list(c) for c in zip(*rows, strict=True)), strict=True))))
            self.db.execute("INSERT INTO labels SELECT * FROM _rows")
            self.db.unregister("_rows")
        self.db.commit()

    def _rollback(self) -> None:
        try:
            self.db.rollback()
        except duckdb.Error:
            pass

    def close(self) -> None:
        """Close the store; what is in the write-ahead log is taken in."""
        try:
            self.db.execute("CHECKPOINT store")
        except duckdb.Error:
            pass
        self.db.close()


def _table(given: dict[str, Any], schema: pa.Schema | None = None) -> pa.Table:
    """Columns as an Arrow table. Arrow is imported with the first one: where nothing changed none is made."""
    import pyarrow as pa

    keep_pandas_out()
    return pa.table(given, schema)


def _rename(rows: pa.Table, renames: dict[tuple[str, int], str]) -> pa.Table:
    if "run_id" not in rows.column_names:
        return rows
    import pyarrow.compute as pc

    column = rows.column("run_id")
    for (old, source_id), new in renames.items():
        here = pc.and_(pc.equal(column, old), pc.equal(rows.column("source_id"), source_id))
        column = pc.if_else(pc.fill_null(here, False), new, column)
    return rows.set_column(rows.column_names.index("run_id"), "run_id", column)
