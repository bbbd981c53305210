"""Every reader against its cases: tests/cases/formats/<format>/<case>/ with `input/` or `input.*`, and expected.json.

expected.json has any of `runs`, `tasks`, `steps`, `calls`, `events`, `task_files` (lists of fields that a record of the kind must have, all in one
record), `counts` (record kind -> how many), `checks` (run id -> check -> status) and `problems` (the kinds, each once).
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from format_cases import cases, inputs, walk, wrong_types

from triage.formats import FORMATS, load
from triage.model import Check, Event, Problem, Record, Run, Step, Task, TaskBug, TaskCheck, TaskFile, ToolCall

KINDS = {
    "runs": Run,
    "tasks": Task,
    "steps": Step,
    "calls": ToolCall,
    "events": Event,
    "task_files": TaskFile,
    "task_checks": TaskCheck,
    "task_bugs": TaskBug,
    "problem_rows": Problem,
}


def read(case: Path) -> list[Record]:
    """The records of a case; the readers asked in order must come to the one that the case is for."""
    taken = list(walk(inputs(case), "input"))
    assert case.parent.name in {name for name, _ in taken}, f"taken by {[name for name, _ in taken]}"
    return [record for name, source in taken for record in load(name).read(source)]


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.parent.name}/{case.name}")
def test_case(case: Path) -> None:
    expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))
    records = read(case)
    assert [text for record in records for text in wrong_types(record)] == []
    counts = Counter(type(record).__name__ for record in records)
    assert {name: counts[name] for name in expected.get("counts", {})} == expected.get("counts", {})
    for key, kind in KINDS.items():
        rows = [record._asdict() for record in records if isinstance(record, kind)]
        for wanted in expected.get(key, []):
            assert any(wanted.items() <= row.items() for row in rows), (wanted, rows)
    for run_id, wanted in expected.get("checks", {}).items():
        assert {record.check_name: record.status for record in records if isinstance(record, Check) and record.run_id == run_id} == wanted
    if "problems" in expected:
        assert sorted({record.kind for record in records if isinstance(record, Problem)}) == sorted(expected["problems"])


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.parent.name}/{case.name}")
def test_records_hang_together(case: Path) -> None:
    runs, seen = Counter[str](), set[tuple[str, int]]()
    for record in read(case):
        if isinstance(record, Run):
            runs[record.run_id] += 1
        elif isinstance(record, (Step, ToolCall, Event, Check)):
            assert record.run_id in runs, f"before its run: {record}"
        if isinstance(record, Step):
            assert (record.run_id, record.step) not in seen
            seen.add((record.run_id, record.step))
    assert [name for name, times in runs.items() if times > 1] == []


def test_every_format_has_a_case() -> None:
    assert set(FORMATS) - {case.parent.name for case in cases()} == set()


@pytest.mark.parametrize("name", FORMATS)
def test_module_says_what_it_is(name: str) -> None:
    module = load(name)
    assert module.NAME
    assert module.TITLE
    assert module.WHERE.startswith("docs/")


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    others = {
        "package.json": '{"name": "x", "version": "1.0.0", "scripts": {"test": "jest"}}',
        "tsconfig.json": '{"compilerOptions": {"strict": true}}',
        "config.json": '{"model": "m", "messages": [], "roles": ["user"]}',
        "users.json": '[{"id": 1, "name": "A", "role": "admin", "content": "x"}]',
        "data.csv": "name,value\na,1\n",
        "tasks.csv": "task,owner\na,b\n",
        "log.jsonl": '{"level": "info", "message": "started"}\n',
        "events.jsonl": '{"type": "click", "timestamp": 1}\n',
        "metadata.json": '{"env_id": "x"}',
        "README.md": "# Title\n\n#### Heading\n",
        "empty.json": "",
        "empty.jsonl": "",
        "half.json": '{"a": [1, 2',
        "binary.json": "\x00\x01\x02",
    }
    for name, text in others.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert [(source.name, name) for name, source in walk(tmp_path, "x")] == []
