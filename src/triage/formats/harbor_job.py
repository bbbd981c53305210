"""Files of a Harbor job folder: only what its trials don't tell, such as trials whose folder is gone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.kinds import run_kind
from triage.formats.rows import listed, sub
from triage.formats.source import Source
from triage.model import Event, Problem, Record, Run

NAME = "harbor_job"
TITLE = "Harbor jobs (trials that only the job's result lists)"
WHERE = "docs/formats.md#harbor"

_SUFFIX = 9
"""Length of `__` and the random part of a trial's name."""
_CUT = 32
"""A trial's name holds that many characters of its task's name."""


def recognise(source: Source) -> bool:
    """A job's result.json, or the config.json, lock.json and job.log beside it."""
    if source.is_dir:
        return False
    name = source.name
    if name == "result.json":
        return b'"n_total_trials"' in source.head and b'"stats"' in source.head
    if name == "config.json":
        return b'"job_name"' in source.head and (b'"jobs_dir"' in source.head or b'"n_attempts"' in source.head)
    if name in ("job.log", "lock.json"):
        return b'"job_name"' in source.path.parent.joinpath("config.json").read_bytes()[:4096] if (source.path.parent / "config.json").is_file() else False
    return False


def read(source: Source) -> Iterator[Record]:
    """Runs of trials that the result lists and that have no folder of their own."""
    if source.name != "result.json":
        return
    try:
        root = files.read_json(source.path)
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    present = {entry for entry in _entries(source) if "__" in entry}
    stats, total = sub(root, "stats"), files.integer(root.get("n_total_trials")) if isinstance(root, dict) else None
    seen: set[str] = set()
    for group, value in sub(stats, "evals").items():
        agent, model, dataset = [*group.split("__"), None, None][:3] if isinstance(group, str) else (None, None, None)
        for run, events in _runs(value, present, source):
            if run.run_id not in seen:
                seen.add(run.run_id)
                yield run._replace(agent=agent, model=model, suite=dataset or source.path.parent.name, kind=run_kind(agent))
                yield from events
    if total is not None and total > len(present) + len(seen):
        missing = total - len(present) - len(seen)
        yield Problem(
            source.display, "missing_trials", f"the job counts {total} trials, {len(present)} have a folder", None, "killed or retried trials leave no folder", "warning", missing
        )


def _entries(source: Source) -> list[str]:
    try:
        return os.listdir(source.path.parent)
    except OSError:
        return []


def _runs(value: Any, present: set[str], source: Source) -> Iterator[tuple[Run, list[Event]]]:
    """Runs of one agent, model and dataset. Rewards are keys of the statistics, as text."""
    scores: dict[str, float] = {}
    for by_value in sub(value, "reward_stats").values():
        for text, names in by_value.items() if isinstance(by_value, dict) else ():
            scores |= {name: mark for name in listed(names) if isinstance(name, str) and (mark := _number(text)) is not None}
    errors = {name: kind for kind, names in sub(value, "exception_stats").items() for name in listed(names) if isinstance(name, str)}
    for name in dict.fromkeys([*scores, *errors]):
        if name in present:
            continue
        score, error = scores.get(name), errors.get(name)
        events = [Event(name, 0, "agent", "harness_exception", error, None, "", is_terminal=True, file="result.json")] if error else []
        if score is not None:
            events.append(Event(name, len(events), "grader", "grader_result", "reward", str(score), "result.json", is_terminal=True, file="result.json"))
        passed = None if score is None else score >= 1.0
        yield Run(name, _task(name, present, source), score=score, passed=passed, exit_status=error, source=f"{source.display}#{name}", format=NAME, has_transcript=False), events


def _number(text: object) -> float | None:
    try:
        return files.number(float(str(text)))
    except ValueError:
        return None


def _task(name: str, present: set[str], source: Source) -> str:
    """The task: from the trial's name, which holds only its beginning, or from a trial of the same task that has a folder."""
    start = name[:-_SUFFIX] if name[-_SUFFIX:-7] == "__" else name
    if len(start) < _CUT - 1:
        return start
    for other in sorted(present):
        if other.startswith(start + "__"):
            try:
                task = sub(files.read_json(source.path.parent / other / "result.json")).get("task_name")
            except BadInput:
                continue
            if isinstance(task, str) and task.startswith(start):
                return task
    return start
