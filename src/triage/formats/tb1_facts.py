"""What the run folder of Terminal-Bench 1 tells about its trials: run_metadata.json, tb.lock, results.json and run.log.

Cached per process, since every trial of the run asks for the same few files.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from triage.errors import BadInput
from triage.formats.files import integer, read_json, read_text

_SUBMISSION = re.compile(r"^\d{8}_([^_]+)_(.+)$")
_NAME = re.compile(r"^(?P<task>.+?)\.(?P<k>\d+)-of-(?P<n>\d+)(?:\.|$)")
_OWN_LINE = re.compile(r"docker compose -p (\S+)|(?:task|for task|for|task:) (?:\S*/)?([\w.@+-]+?)[.:]?(?:$|\s|: )")
_NEW_ENTRY = (
    *("Running ", "Sending keys", "Starting ", "Stopping recording", "Blocking command", "Resolved task", "Unresolved task", "Agent ", "Run ID"),
    *("Harness execution", "Docker compose command", "Test command", "Error parsing", "Error running", "Error executing", "Task ", "Trial "),
)
"""How entries of a run log begin: other lines go on with the entry before."""


class RunFacts(NamedTuple):
    """Facts of a run folder."""

    run: str
    """The run's id, else its folder's name."""
    suite: str | None
    """Dataset and version."""
    agent: str | None
    """The agent."""
    model: str | None
    """The model."""
    host: str | None
    """Machine, where told."""


def stamp(path: Path) -> tuple[str, int, int] | None:
    """Path, size and time of a file: a key for caches. None where there is none."""
    try:
        stat = os.stat(path)
    except OSError:
        return None
    return str(path), stat.st_size, stat.st_mtime_ns


@lru_cache(maxsize=64)
def _json(key: tuple[str, int, int] | None) -> dict[str, Any]:
    if key is None:
        return {}
    try:
        value = read_json(Path(key[0]))
    except BadInput:
        return {}
    return value if isinstance(value, dict) else {}


def facts(run_dir: Path) -> RunFacts:
    """Facts of the run that the folder holds."""
    meta, lock = _json(stamp(run_dir / "run_metadata.json")), _json(stamp(run_dir / "tb.lock"))
    agent, dataset = lock.get("agent"), lock.get("dataset")
    agent = agent if isinstance(agent, dict) else {}
    dataset = dataset if isinstance(dataset, dict) else {}
    kwargs = meta.get("agent_kwargs")
    name, version = _text(meta.get("dataset_name"), dataset.get("name"), meta.get("dataset_path")), _text(meta.get("dataset_version"), dataset.get("version"))
    folder = Path(os.path.abspath(run_dir))
    submission = next((m for m in (_SUBMISSION.match(folder.name), _SUBMISSION.match(folder.parent.name)) if m), None)
    return RunFacts(
        _text(meta.get("run_id")) or folder.name,
        f"{name}@{version}" if name and version else name,
        _text(meta.get("agent_name"), agent.get("name")) or (submission[1] if submission else None),
        _text(meta.get("model_name"), agent.get("model_name"), kwargs.get("model_name") if isinstance(kwargs, dict) else None) or (submission[2] if submission else None),
        _text(meta.get("hostname"), meta.get("host")),
    )


def _text(*values: object) -> str | None:
    return next((v for v in values if isinstance(v, str) and v), None)


def run_results(run_dir: Path) -> dict[str, Any]:
    """The run's own results.json as trial name -> record."""
    return _by_name(stamp(run_dir / "results.json"))


@lru_cache(maxsize=4)
def _by_name(key: tuple[str, int, int] | None) -> dict[str, Any]:
    listed = _json(key).get("results")
    return {r["trial_name"]: r for r in listed if isinstance(r, dict) and isinstance(r.get("trial_name"), str)} if isinstance(listed, list) else {}


def split_name(trial_name: str) -> tuple[str, int | None, int | None]:
    """Task, number of the attempt and of how many, from `<task>.<k>-of-<n>[.<run>]`."""
    match = _NAME.match(trial_name)
    return (match["task"], integer(int(match["k"][:9])), integer(int(match["n"][:9]))) if match else (trial_name, None, None)


def copied_from(run_dir: Path) -> Path | None:
    """The run folder that this one is a copy of: a run inside another run, beside which the same run stands on its own."""
    outer = Path(os.path.abspath(run_dir)).parent
    twin = outer.parent / os.path.basename(os.path.abspath(run_dir))
    inside = any((outer / name).is_file() for name in ("tb.lock", "run_metadata.json"))
    return twin if inside and (twin / "results.json").is_file() else None


def log_entries(run_dir: Path, trial_name: str, task_id: str, attempts: int | None) -> list[tuple[int, str]]:
    """Entries of the run's log about one trial, with their line numbers from 0. Those that name only the task are left out where it has several attempts."""
    index = _log_index(stamp(run_dir / "run.log"))
    found = list(index.get(_project(trial_name), ()))
    if attempts in (None, 1):
        found += index.get("task " + task_id, ())
    return sorted(set(found))


def _project(name: str) -> str:
    return "-p " + re.sub(r"[^a-z0-9_-]+", "-", name.lower())


@lru_cache(maxsize=4)
def _log_index(key: tuple[str, int, int] | None) -> dict[str, list[tuple[int, str]]]:
    """Entries of a run log by compose project or task that they name."""
    if key is None:
        return {}
    try:
        lines = read_text(Path(key[0])).split("\n")
    except BadInput:
        return {}
    index: dict[str, list[tuple[int, str]]] = {}
    start = 0
    for i in range(1, len(lines) + 1):
        if i < len(lines) and not lines[i].startswith(_NEW_ENTRY):
            continue
        entry = "\n".join(lines[start:i]).strip("\n")
        if not entry.startswith(("Sending keys", "Starting recording", "Stopping recording", "Blocking command", "+--")):
            for match in _OWN_LINE.finditer(entry, 0, 2000):
                name = "-p " + match[1].lower().removesuffix("__client") if match[1] else "task " + (match[2] or "")
                slot = index.setdefault(name, [])
                if not slot or slot[-1][0] != start:
                    slot.append((start, entry))
        start = i
    return index
