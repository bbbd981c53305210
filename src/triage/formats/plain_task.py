"""The plain layout's task folders: task.toml, prompt.md, and the folders grader, environment and reference."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.source import Source
from triage.formats.task_files import digest_version, read_files
from triage.model import Problem, Record, Task, TaskBug, TaskCheck, TaskFile

NAME = "plain_task"
TITLE = "Plain layout: task folders (task.toml with id and prompt)"
WHERE = "docs/formats.md#plain-layout"

AREAS = ("environment", "grader", "reference")


def recognise(source: Source) -> bool:
    """A folder with a task.toml and a prompt.md, or one whose task.toml names its prompt."""
    if not source.is_dir or "task.toml" not in source.names:
        return False
    if "instruction.md" in source.names:
        return False
    if "prompt.md" in source.names:
        return True
    head = source.child("task.toml").head
    return b"\nprompt" in b"\n" + head and b"[metadata" not in head


def read(source: Source) -> Iterator[Record]:
    """The Task, its declared checks and bugs, and its files."""
    try:
        data = tomllib.loads(files.read_text(source.path / "task.toml"))
    except (tomllib.TOMLDecodeError, BadInput) as error:
        yield Problem(f"{source.display}/task.toml", "bad_toml", f"not valid TOML: {error}", None, "see the plain layout in the documentation")
        data = {}
    task_id = files.string(data.get("id")) or source.name
    prompt_file = files.string(data.get("prompt")) or "prompt.md"
    prompt: str | None = None
    if ".." in prompt_file.split("/") or prompt_file.startswith("/"):
        yield Problem(f"{source.display}/task.toml", "path_outside", f"the prompt {prompt_file!r} lies outside the task folder", None, "a path inside the task folder")
    else:
        try:
            prompt = files.read_text(source.path / prompt_file)
        except BadInput as error:
            yield files.problem(f"{source.display}/{prompt_file}", error)
    rows: list[TaskFile] = []
    for area in AREAS:
        if area in source.names:
            rows += read_files(source.path / area, area, task_id, None, source.display)
    declared = files.string(data.get("version"))
    version = declared or digest_version(prompt, rows)
    yield task_of(data, task_id, version, declared is not None, prompt, source.display, NAME)
    yield from declarations(data, task_id, version, source.display)
    for row in rows:
        yield row._replace(task_version=version)


def task_of(data: dict[str, Any], task_id: str, version: str | None, declared: bool, prompt: str | None, path: str, name: str) -> Task:
    """A Task from the keys that plain and Harbor task files share: band, scoring, hint_level, suite."""
    band = data.get("band")
    low, high = (files.number(band[0]), files.number(band[1])) if isinstance(band, list) and len(band) == 2 else (None, None)
    scoring = data.get("scoring")
    return Task(
        task_id,
        version,
        declared,
        files.string(data.get("suite")),
        prompt,
        scoring if scoring in ("all", "weighted") else None,
        low,
        high,
        files.integer(data.get("hint_level")),
        "folder",
        path,
        name,
    )


def declarations(data: dict[str, Any], task_id: str, version: str | None, path: str) -> Iterator[Record]:
    """The checks and planted bugs that a task file declares."""
    for check in data.get("checks") or ():
        if isinstance(check, dict) and isinstance(check.get("name"), str):
            hidden = check.get("hidden")
            yield TaskCheck(
                task_id,
                version,
                check["name"],
                files.string(check.get("group")),
                files.number(check.get("weight")),
                hidden if isinstance(hidden, bool) else None,
                files.string(check.get("noop_reason")),
                path,
            )
        else:
            yield Problem(path, "bad_declaration", "a check without a name", None, '[[checks]] name = "..."', "warning")
    for bug in data.get("bugs") or ():
        if isinstance(bug, dict) and bug.get("id") is not None:
            checks = bug.get("checks")
            yield TaskBug(
                task_id,
                version,
                str(bug["id"]),
                files.string(bug.get("file")),
                files.number(bug.get("difficulty")),
                files.dumps(checks) if isinstance(checks, list) else None,
                path,
            )
