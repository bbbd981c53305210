"""Terminal-Bench 1 task folders: task.yaml, run-tests.sh and tests, solution, Dockerfile and what the container gets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.plain_task import declarations, task_of
from triage.formats.rows import sub, text_field
from triage.formats.source import Source
from triage.formats.task_files import SKIP, digest_version, read_file, read_files
from triage.model import Problem, Record, TaskFile

NAME = "tb1_task"
TITLE = "Terminal-Bench 1 task folders"
WHERE = "docs/formats.md#terminal-bench-1"

_GRADER = frozenset({"tests", "run-tests.sh"})
_META = (
    "difficulty",
    "category",
    "parser_name",
    "max_agent_timeout_sec",
    "max_test_timeout_sec",
    "run_tests_in_same_shell",
    "expert_time_estimate_min",
    "junior_time_estimate_min",
)


def recognise(source: Source) -> bool:
    """A folder with a task.yaml that has an instruction."""
    if not source.is_dir or "task.yaml" not in source.names:
        return False
    head = b"\n" + source.child("task.yaml").head
    return b"\ninstruction:" in head or b"\ndescriptions:" in head or (b"\nparser_name:" in head and "run-tests.sh" in source.names)


def read(source: Source) -> Iterator[Record]:
    """The Task and its files."""
    try:
        data = _yaml(files.read_text(source.path / "task.yaml"))
    except BadInput as error:
        yield files.problem(f"{source.display}/task.yaml", error)
        data = {}
    prompt = _prompt(data)
    if prompt is None:
        yield Problem(f"{source.display}/task.yaml", "no_prompt", "no instruction", None, "instruction: |- ...", "warning")
    task_id = text_field(data, "id", "task_id") or source.name
    rows = list(_files(source, task_id))
    stated = data.get("version", data.get("task_version"))
    declared = str(stated) if isinstance(stated, (str, int, float)) and not isinstance(stated, bool) and stated != "" else None
    version = declared or digest_version(prompt, rows)
    meta = {key: data[key] for key in _META if isinstance(data.get(key), (str, int, float, bool))}
    ours = sub(data, "triage")
    yield task_of(ours, task_id, version, declared is not None, prompt, source.display, NAME)._replace(meta=files.dumps(meta) if meta else None)
    yield from declarations({key: value for key, value in ours.items() if key in ("checks", "bugs") and isinstance(value, list)}, task_id, version, source.display)
    for row in rows:
        yield row._replace(task_version=version)


def _yaml(text: str) -> dict[str, Any]:
    """A YAML mapping. Raises BadInput."""
    import yaml

    try:
        value = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, RecursionError, ValueError, TypeError, OverflowError, AttributeError) as error:
        raise BadInput("bad_yaml", f"not valid YAML: {str(error)[:300]}", hint="a Terminal-Bench task.yaml") from error
    if not isinstance(value, dict):
        raise BadInput("bad_yaml", "not a mapping", hint="instruction: |- ...")
    return value


def _prompt(data: dict[str, Any]) -> str | None:
    """The instruction; of a task with several descriptions, the one with the key `base`, else the first."""
    found = text_field(data, "instruction")
    if found is not None:
        return found
    several = data.get("descriptions")
    rows = [row for row in several if isinstance(row, dict)] if isinstance(several, list) else []
    rows.sort(key=lambda row: row.get("key") != "base")
    return next((text for row in rows if (text := text_field(row, "description", "instruction"))), None)


def _files(source: Source, task_id: str) -> Iterator[TaskFile]:
    for name in sorted(source.names - {"task.yaml"} - SKIP):
        area = "grader" if name in _GRADER else "reference" if name.startswith("solution.") or name == "solution" else "environment"
        path = source.path / name
        if path.is_dir() and not path.is_symlink():
            # Paths inside their area: the folder of tests is the grader's own.
            rows = read_files(path, area, task_id, None, source.display)
            yield from (rows if name == "tests" else (row._replace(path=f"{name}/{row.path}") for row in rows))
        elif row := read_file(path, name, area, task_id, None, source.display):
            yield row
