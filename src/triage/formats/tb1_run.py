"""Terminal-Bench 1 run results: `<run>/results.json` or `<run>_results.json`, a list of all trials.

Only trials without a folder of their own come from here; the others are read from their folders.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from triage.errors import BadInput
from triage.formats import files
from triage.formats.files import string
from triage.formats.source import Source
from triage.formats.tb1_facts import copied_from, facts, log_entries, split_name
from triage.formats.tb1_record import checks_of, enum_events, log_events, run_of
from triage.model import Problem, Record, Task

NAME = "tb1_run"
TITLE = "Terminal-Bench 1 run results (trials without a folder)"
WHERE = "docs/formats.md#terminal-bench-1"

_BESIDE = ("run_metadata.json", "tb.lock", "run.log")
"""Files of a run folder that are read with its trials."""


def recognise(source: Source) -> bool:
    """A file `results.json` or `*_results.json` with a list of trials, or what lies beside it."""
    if source.is_dir:
        return False
    if source.name in _BESIDE:
        return all((source.path.parent / name).is_file() for name in _BESIDE if name != "run.log")
    if not source.name.endswith("results.json"):
        return False
    head = source.head
    at = head.find(b'"results"', 0, 4096)
    return at >= 0 and ((b'"trial_name"' in head[at:] and b'"is_resolved"' in head[at:]) or (b'"resolved_ids"' in head and b'"n_resolved"' in head))


def read(source: Source) -> Iterator[Record]:
    """Runs without transcript, one for each trial that has no folder."""
    if source.name in _BESIDE:
        return
    run_dir = Path(os.path.abspath(source.path)).parent
    original = copied_from(run_dir)
    if original is not None:
        yield Problem(source.display, "duplicate_run", "results of a run that stands beside this folder too: counted once", None, f"read {original.name}/", "note")
        return
    try:
        value = files.read_json(source.path)
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    listed = value.get("results") if isinstance(value, dict) else None
    if not isinstance(listed, list):
        yield Problem(source.display, "bad_shape", "no list of results", None, "an object with a list `results`")
        return
    stem = source.name.removesuffix("results.json").rstrip("_-.")
    run_facts = facts(run_dir)
    if stem:  # several runs side by side, each in one file
        run_facts = run_facts._replace(run=stem)
    seen: set[str] = set()
    for index, record in enumerate(listed):
        name = string(record.get("trial_name")) or string(record.get("task_id")) if isinstance(record, dict) else None
        if not isinstance(record, dict) or not name:
            yield Problem(source.display, "bad_shape", "a result without a name", f"results[{index}]", "trial_name and task_id", "warning")
            continue
        if name in seen:
            yield Problem(source.display, "duplicate_run", f"{name} is listed twice: the first counts", f"results[{index}]", None, "note")
            continue
        seen.add(name)
        task = string(record.get("task_id")) or split_name(name)[0]
        if _is_dir(run_dir, task, name):
            continue
        run = run_of(record, run_facts, name, source.display)._replace(has_transcript=False)
        instruction = string(record.get("instruction"))
        if instruction:
            yield Task(run.task_id, None, suite=run.suite, prompt=instruction, origin="run", path=source.display, format=run.format)
        yield run
        log = log_events(log_entries(run_dir, name, run.task_id, split_name(name)[2]))
        for seq, event in enumerate([*log, *enum_events(record)]):
            yield event._replace(run_id=run.run_id, seq=seq)
        for check in checks_of(record, {}):
            yield check._replace(run_id=run.run_id, file=source.name)


def _is_dir(run_dir: Path, task: str, name: str) -> bool:
    try:
        return (run_dir / task / name).is_dir()
    except (OSError, ValueError):
        return False
