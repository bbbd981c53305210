"""Harbor task folders: task.toml, instruction.md, tests, solution, environment."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.plain_task import declarations, task_of
from triage.formats.rows import sub, text_field
from triage.formats.source import Source
from triage.formats.task_files import digest_version, read_file, read_files
from triage.model import Problem, Record, TaskFile

NAME = "harbor_task"
TITLE = "Harbor task folders"
WHERE = "docs/formats.md#harbor-tasks"

AREAS = (("tests", "grader"), ("solution", "reference"), ("environment", "environment"))
_OTHER = frozenset({"task.toml", "instruction.md", *(folder for folder, _ in AREAS)})


def recognise(source: Source) -> bool:
    """A folder with task.toml and instruction.md, or with task.toml and steps that have instructions."""
    if not source.is_dir or "task.toml" not in source.names:
        return False
    return "instruction.md" in source.names or ("steps" in source.names and b"[environment" in source.child("task.toml").head)


def read(source: Source) -> Iterator[Record]:
    """The Task, what `[metadata.triage]` declares, and its files."""
    data = _toml(source)
    problem = data.pop("", None)
    if isinstance(problem, Problem):
        yield problem
    metadata = sub(data, "metadata")
    ours = sub(metadata, "triage")
    task_id = text_field(ours, "id") or text_field(sub(data, "task"), "name") or text_field(metadata, "name") or source.name
    prompt, problems = _prompt(source)
    yield from problems
    rows = list(_files(source, task_id))
    declared = _version(ours, "version") or _version(sub(data, "task"), "version") or _version(metadata, "task_version") or _version(metadata, "version")
    version = declared or digest_version(prompt, rows)
    task = task_of(ours, task_id, version, declared is not None, prompt, source.display, NAME)
    short: dict[str, Any] = {key: value for key, value in metadata.items() if isinstance(value, (str, int, float, bool)) and key not in ("name", "task_version")}
    tags = metadata.get("tags")
    if isinstance(tags, list):
        short["tags"] = [tag for tag in tags if isinstance(tag, str)]
    limits = {name: seconds for name in ("agent", "verifier") if (seconds := files.number(sub(data, name).get("timeout_sec"))) is not None}
    if limits:
        short["timeout_s"] = limits
    yield task._replace(suite=task.suite or text_field(metadata, "dataset", "suite"), meta=files.dumps(short) if short else None)
    yield from declarations({key: value if isinstance(value, list) else [] for key, value in ours.items() if key in ("checks", "bugs")}, task_id, version, source.display)
    for row in rows:
        yield row._replace(task_version=version)


def _toml(source: Source) -> dict[str, Any]:
    """The parsed task.toml; a Problem stands under the empty key where it could not be parsed."""
    try:
        return tomllib.loads(files.read_text(source.path / "task.toml"))
    except (tomllib.TOMLDecodeError, BadInput, RecursionError) as error:
        return {"": Problem(f"{source.display}/task.toml", "bad_toml", f"not valid TOML: {error}", None, "a Harbor task.toml")}


def _version(table: dict[str, Any], key: str) -> str | None:
    value = table.get(key)
    return str(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) and value != "" else None


def _prompt(source: Source) -> tuple[str | None, list[Problem]]:
    """instruction.md; of a task with steps, the instructions one after the other."""
    texts: list[str] = []
    problems: list[Problem] = []
    places = ["instruction.md"] if "instruction.md" in source.names else [f"steps/{name}/instruction.md" for name in sorted(source.child("steps").names)]
    for place in places:
        try:
            texts.append(files.read_text(source.path / place))
        except BadInput as error:
            problems.append(files.problem(f"{source.display}/{place}", error))
    return ("\n\n".join(texts) if texts else None), problems


def _files(source: Source, task_id: str) -> Iterator[TaskFile]:
    for folder, area in AREAS:
        if folder in source.names:
            yield from read_files(source.path / folder, area, task_id, None, source.display)
    if "steps" in source.names:
        for step in sorted(source.child("steps").names):
            for folder, area in AREAS:
                if (source.path / "steps" / step / folder).is_dir():
                    rows = read_files(source.path / "steps" / step / folder, area, task_id, None, source.display)
                    yield from (row._replace(path=f"{step}/{row.path}") for row in rows)
    for name in sorted(source.names - _OTHER - {"steps"}):
        path = source.path / name
        if path.is_dir():
            yield from (row._replace(path=f"{name}/{row.path}") for row in read_files(path, "other", task_id, None, source.display))
        elif row := read_file(path, name, "other", task_id, None, source.display):
            yield row
