"""Inspect logs in archive form (`.eval`), also those of a writer that was killed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.inspect_log import expected_samples, log_of
from triage.formats.inspect_sample import sample_records
from triage.formats.inspect_zip import Archive
from triage.formats.rows import sub
from triage.formats.source import Source
from triage.model import Problem, Record

NAME = "inspect_eval"
TITLE = "Inspect logs (.eval)"
WHERE = "docs/formats.md#inspect_eval"


def recognise(source: Source) -> bool:
    """A zip archive named `.eval`, or one whose first member is Inspect's journal."""
    if source.is_dir:
        return False
    if source.name.endswith(".eval"):
        return source.head.startswith(b"PK\x03\x04")
    return source.name.endswith(".zip") and source.head.startswith(b"PK\x03\x04") and source.head[30:49] == b"_journal/start.json"


def read(source: Source) -> Iterator[Record]:
    """Every sample as a run, one at a time."""
    try:
        archive = Archive(source.path, source.display)
    except OSError as error:
        yield Problem(source.display, "unreadable", f"the file can't be read: {error.strerror or error}", None, "check its permissions")
        return
    try:
        yield from _read(archive, source)
    finally:
        archive.close()
    yield from archive.problems


def _read(archive: Archive, source: Source) -> Iterator[Record]:
    header = _json(archive, "header.json") or _json(archive, "_journal/start.json")
    if not header:
        yield Problem(source.display, "no_header", "neither header.json nor _journal/start.json can be read", None, "an Inspect log", "warning")
    log = log_of(header, source.display, NAME)
    names = [name for name in archive.members if name.startswith("samples/") and name.endswith(".json")]
    seen = set()
    for name in names:
        sample = _json(archive, name)
        if not sample:
            continue
        key = (files.dumps(sample.get("id")), files.dumps(sample.get("epoch")))
        if key in seen:
            yield Problem(source.display, "duplicate_sample", f"sample {key[0]} epoch {key[1]} stands twice in the log", name, "one member a sample and epoch", "note")
            continue
        seen.add(key)
        yield from sample_records(sample, log, name)
    yield from missing(header, len(seen), source.display, log.status)


def missing(header: dict[str, Any], read: int, display: str, status: str) -> Iterator[Problem]:
    """A note on samples that the log was to hold and does not."""
    wanted = expected_samples(header)
    if wanted is not None and read < wanted:
        words = sub(header, "error").get("message")
        why = f": {words}" if isinstance(words, str) else ""
        yield Problem(
            display, "missing_samples", f"{wanted - read} of {wanted} samples are not in the log (status {status}{why})", None, "a log that ran to its end", "note", wanted - read
        )


def _json(archive: Archive, name: str) -> dict[str, Any]:
    """A member as an object; empty, with a Problem, where it can't be read."""
    data = archive.read(name)
    if data is None:
        return {}
    try:
        value = files.loads(data)
    except BadInput as error:
        archive.problems.append(Problem(archive.display, error.kind, error.what, f"{name}, {error.where}", error.hint))
        return {}
    if not isinstance(value, dict):
        archive.problems.append(Problem(archive.display, "unknown_record", f"member {name} is not an object", name, "an object", "warning"))
        return {}
    return value
