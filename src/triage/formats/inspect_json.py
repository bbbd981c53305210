"""Inspect logs as one JSON document."""

from __future__ import annotations

import re
from collections.abc import Iterator

from triage.errors import BadInput
from triage.formats import files
from triage.formats.inspect_eval import missing
from triage.formats.inspect_log import log_of
from triage.formats.inspect_sample import sample_records
from triage.formats.rows import listed
from triage.formats.source import Source
from triage.model import Problem, Record

NAME = "inspect_json"
TITLE = "Inspect logs (.json)"
WHERE = "docs/formats.md#inspect_json"

_START = re.compile(rb'\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"\w+"\s*,\s*"eval"\s*:\s*\{')


def recognise(source: Source) -> bool:
    """An object that starts with `version`, `status` and `eval`."""
    return not source.is_dir and source.name.endswith((".json", ".json.gz", ".json.zst")) and _START.match(source.head.removeprefix(files.BOM)) is not None


def read(source: Source) -> Iterator[Record]:
    """Every sample as a run."""
    try:
        value = files.read_json(source.path)
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    header = value if isinstance(value, dict) else {}
    log = log_of(header, source.display, NAME)
    samples = listed(header.pop("samples", None))
    seen = set()
    samples.reverse()
    while samples:  # each sample is let go once it is read
        sample = samples.pop()
        if not isinstance(sample, dict):
            yield Problem(source.display, "unknown_record", "a sample that is not an object", None, "an object", "note")
            continue
        key = (files.dumps(sample.get("id")), files.dumps(sample.get("epoch")))
        if key in seen:
            yield Problem(source.display, "duplicate_sample", f"sample {key[0]} epoch {key[1]} stands twice in the log", None, "one record a sample and epoch", "note")
            continue
        seen.add(key)
        yield from sample_records(sample, log, None)
    yield from missing(header, len(seen), source.display, log.status)
