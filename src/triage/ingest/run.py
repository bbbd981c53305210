"""The coordinator: walks, hands batches to workers, and lets the store take one shard after the other."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from triage.errors import StoreError, UsageError
from triage.formats import FORMATS
from triage.ingest.remote import fetch, is_url
from triage.ingest.walk import Unit, Unrecognised, Walker
from triage.ingest.work import Job, Read, lost_batch, read_batch, split_batch
from triage.model import Problem
from triage.store.write import Writer
from triage.whole_file import alive
from triage.workers import Workers

BATCH_BYTES = 16 * 1024**2
"""Input bytes of one shard: what a kill costs at most, and what bounds a worker's memory."""
BATCH_UNITS = 400
SMALL = 6 * 1024**2
"""Below this many bytes starting worker processes costs more than it gains."""
RACY_S = 2.0
"""A file this fresh may still change within the resolution of its time: its content is compared, not its time."""

Progress = Callable[[str, int, int], None]
"""Called with (what, done, total) in bytes; total is 0 while it is not known."""


@dataclass
class Summary:
    """What an ingest did."""

    read: Counter[str] = field(default_factory=Counter)
    """Sources read, by format."""
    runs: int = 0
    """Runs read."""
    tasks: int = 0
    """Task folders read."""
    unchanged: int = 0
    """Sources that were known and have not changed."""
    vanished: int = 0
    """Sources that were known and are not there any more: kept, marked."""
    unrecognised: list[Unrecognised] = field(default_factory=list)
    """Files that no reader took."""
    problems: list[Problem] = field(default_factory=list)
    """What was met while walking."""
    bytes: int = 0
    """Bytes of the sources that were read."""
    rebuilt_from: str | None = None
    """Where an older store was put aside, if one was."""
    changed: bool = False
    """Whether anything in the store changed."""
    errors: int = 0
    """Problems by which something was not read, in the whole store."""
    warnings: int = 0
    """Problems that were repaired."""
    shown: list[str] = field(default_factory=list)
    """A line for each of the first problems."""


def ingest(paths: Sequence[str], writer: Writer, workers: Workers, *, format: str | None = None, progress: Progress | None = None) -> Summary:  # noqa: A002
    """Read everything below `paths` into the store that `writer` holds.

    format: the one reader to use (a name of `triage formats`). workers: who reads.
    Raises UsageError (a path that does not exist, an unknown format) and StoreError (disk full).
    """
    if format is not None and format not in FORMATS:
        raise UsageError(f"there is no format {format!r}", hint=_nearest(format))
    for path in paths:
        if not is_url(path) and not os.path.lexists(path):
            raise UsageError(f"{path} does not exist", hint=_near_path(path))
    with tempfile.TemporaryDirectory(prefix="triage-remote-") as downloads:
        roots = [fetch(p, Path(downloads)) if is_url(p) else (Path(p), p) for p in paths]
        summary = _ingest(roots, writer, format, workers, progress)
    summary.errors, summary.warnings, summary.shown = writer.problem_lines()
    return summary


def _ingest(roots: list[tuple[Path, str]], writer: Writer, only: str | None, workers: Workers, progress: Progress | None) -> Summary:
    summary = Summary(rebuilt_from=writer.meta("rebuilt_from"))
    shards = writer.path.with_name(f".triage-shards-{writer.path.name}-{os.getpid()}")
    _sweep(writer.path)
    looked = _Look(roots, writer, only, summary, progress)
    try:
        for folder, touched, lost in _run_batches(looked, shards, workers):
            summary.problems += lost
            for t in touched:
                writer.touch(t.key, t.stat)
                summary.unchanged += 1
            if folder is not None:
                manifest = writer.take_shard(Path(folder))
                summary.changed = True
                for s in manifest.sources:
                    summary.read[s.format] += 1
                    summary.runs += s.runs
                    summary.tasks += s.tasks
                    summary.bytes += s.bytes
            if progress:
                progress("reading", summary.bytes, looked.bytes)
    except OSError as error:
        raise StoreError(
            f"a shard can't be written: {error.strerror or error}", where=str(shards), hint="is the disk full? what was stored before is safe; run the same ingest again"
        ) from error
    finally:
        shutil.rmtree(shards, ignore_errors=True)
    keys = [shown if is_url(shown) else os.path.abspath(p) for p, shown in roots]
    summary.vanished = writer.mark_vanished(keys, looked.seen)
    writer.replace_walk_problems(summary.problems, [shown for _, shown in roots])
    summary.changed |= bool(summary.vanished)
    return summary


class _Look:
    """Walks while workers read: yields the units that have to be read, and sorts out those that are as they were."""

    def __init__(self, roots: list[tuple[Path, str]], writer: Writer, only: str | None, summary: Summary, progress: Progress | None) -> None:
        self.roots, self.writer, self.summary, self.progress = roots, writer, summary, progress
        self.walker = Walker({key: (k.stat, k.format) for key, k in writer.sources.items()}, only)
        self.seen: set[str] = set()
        self.bytes = 0

    def __iter__(self) -> Iterator[Job]:
        fresh = time.time() - RACY_S
        for path, shown in self.roots:
            for found in self.walker.walk(path, shown):
                if isinstance(found, Problem):
                    self.summary.problems.append(found)
                elif isinstance(found, Unrecognised):
                    self.summary.unrecognised.append(found)
                else:
                    unit = found._replace(key=found.display) if is_url(shown) else found  # a copy's path is another one each time
                    if unit.key not in self.seen:
                        self.seen.add(unit.key)
                        yield from self._sort(unit, fresh)

    def _sort(self, unit: Unit, fresh: float) -> Iterator[Job]:
        before = self.writer.sources.get(unit.key)
        same_reader = before is not None and before.format == unit.format
        if before and same_reader and before.stat == unit.stat and unit.newest < fresh:
            self.summary.unchanged += 1
            return
        self.bytes += unit.bytes
        source_id = before.source_id if before else self.writer.next_source
        self.writer.next_source += before is None
        if self.progress and len(self.seen) % 500 == 1:
            self.progress("looking", len(self.seen), 0)
        yield Job(source_id, unit, before.digest if before and same_reader else None)


def _batches(todo: Iterable[Job]) -> Iterator[list[Job]]:
    batch: list[Job] = []
    size = 0
    for job in todo:
        if batch and (size + job.unit.bytes > BATCH_BYTES or len(batch) >= BATCH_UNITS):
            yield batch
            batch, size = [], 0
        batch.append(job)
        size += job.unit.bytes
    if batch:
        yield batch


def _run_batches(todo: Iterable[Job], shards: Path, workers: Workers) -> Iterator[Read]:
    batches = _batches(todo)
    first = list(itertools.islice(batches, 2))
    given = ((batch, str(shards / f"{n:06d}")) for n, batch in enumerate(itertools.chain(first, batches)))
    if not workers.started() and len(first) < 2 and sum(job.unit.bytes for batch in first for job in batch) <= SMALL:
        yield from map(read_batch, given)
        return
    yield from workers.spread(read_batch, given, lost=lost_batch, split=split_batch)


def _sweep(db: Path) -> None:
    """Remove what a killed ingest left beside the store: it belongs to no process any more."""
    for left in (*db.parent.glob(f".triage-shards-{db.name}-*"), *db.parent.glob(f".{db.name}.new-*")):
        pid = left.name.rpartition("-")[2].partition(".")[0]
        if pid.isdigit() and not alive(int(pid)):
            shutil.rmtree(left, ignore_errors=True) if left.is_dir() else left.unlink(missing_ok=True)


def _nearest(name: str) -> str:
    import difflib

    near = difflib.get_close_matches(name, FORMATS, 1, 0.4)
    return f"did you mean {near[0]}? `triage formats` lists them" if near else "`triage formats` lists them"


def _near_path(path: str) -> str:
    import difflib

    parent = Path(path).parent
    names = sorted(os.listdir(parent)) if parent.is_dir() else []
    near = difflib.get_close_matches(Path(path).name, names, 1, 0.6)
    return f"did you mean {parent / near[0]}?" if near else "give a file or a folder that holds runs"
