"""What a worker does: read a batch of units into one shard. Runs in this process, another one, or another machine."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from triage.errors import BadInput
from triage.formats import load
from triage.formats.files import holding, problem
from triage.formats.source import Source
from triage.ingest.archives import unpack
from triage.ingest.walk import ARCHIVE, Unit, Unrecognised, Walker, content_digest
from triage.model import Problem, Record
from triage.store.shard import ShardWriter, SourceEntry

KEEP = 64 * 1024**2
"""Bytes of one unit that are kept in memory from digesting it until its reader asks for them."""


class Job(NamedTuple):
    """One unit to read."""

    source_id: int
    """Key that its rows get."""
    unit: Unit
    """The unit."""
    known_digest: str | None
    """Digest when it was read before: the same digest now means that nothing has to be read."""


class Touched(NamedTuple):
    """A unit whose times changed but whose content did not."""

    key: str
    """The unit's key."""
    stat: str
    """Its new signature."""


Batch = tuple[list[Job], str]
"""Units to read and the folder that their shard gets."""


class Read(NamedTuple):
    """What became of a batch."""

    folder: str | None
    """Its shard; None if nothing was to be read."""
    touched: Sequence[Touched] = ()
    """Units whose content is as it was."""
    lost: Sequence[Problem] = ()
    """What could not be read at all."""


def read_batch(batch: Batch) -> Read:
    """Read units into a shard."""
    jobs, folder = batch
    writer, touched = ShardWriter(Path(folder)), []
    gc.disable()  # rows are many small immutable tuples without cycles: collecting costs a third of the time
    try:
        for job in jobs:
            unit = job.unit
            digest, held = content_digest(Path(unit.path), KEEP if unit.format != ARCHIVE else 0)
            if digest == job.known_digest:
                touched.append(Touched(unit.key, unit.stat))
                continue
            with holding(held):
                runs, tasks = writer.take(job.source_id, records_of(unit))
            writer.sources.append(SourceEntry(job.source_id, unit.key, unit.display, unit.format, unit.bytes, unit.stat, digest, runs, tasks))
    finally:
        gc.enable()
    if not writer.sources:
        os.rmdir(folder)
        return Read(None, touched)
    return Read(str(writer.close()), touched)


def split_batch(batch: Batch) -> list[Batch]:
    """The units of a batch whose worker died, each on its own; nothing where it is one already."""
    jobs, folder = batch
    return [([job], f"{folder}-{n}") for n, job in enumerate(jobs)] if len(jobs) > 1 else []


def lost_batch(batch: Batch) -> Read:
    """What is told of a unit that ended its worker twice."""
    return Read(
        None, (), [Problem(job.unit.display, "worker_died", "the process that read it died: out of memory?", None, "split the file, or give more memory") for job in batch[0]]
    )


def records_of(unit: Unit) -> Iterator[Record]:
    """The records of a unit. What a reader can't read comes as a Problem after what it could."""
    if unit.format == ARCHIVE:
        yield from _archive(unit)
        return
    source = Source(unit.path, unit.display)
    try:
        yield from load(unit.format).read(source)
    except BadInput as error:
        yield problem(unit.display, error)
    except RecursionError:
        yield Problem(unit.display, "too_deep", "nested too deeply to be read", None, "nesting below 1000 levels")
    except MemoryError:
        yield Problem(unit.display, "too_large", "does not fit in memory", None, "split the file")
    except Exception as error:  # one strange file never stops the others
        yield Problem(unit.display, "reader_failed", f"the reader {unit.format} stumbled: {type(error).__name__}: {error}", None, "please report it with the file's first lines")


def _archive(unit: Unit) -> Iterator[Record]:
    with tempfile.TemporaryDirectory(prefix="triage-") as folder:
        yield from unpack(Path(unit.path), Path(folder), unit.display)
        for found in Walker({}).walk(Path(folder), f"{unit.display}!"):
            if isinstance(found, Unit):
                yield from records_of(found)
            elif isinstance(found, Unrecognised):
                yield Problem(found.display, "unrecognised", "no reader recognises this file", None, "see `triage formats`", "note")
            else:
                yield found
