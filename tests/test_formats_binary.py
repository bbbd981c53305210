"""Readers of binary stores (Parquet, SQLite), over files that the tests make: none can lie in the repository as text."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from format_cases import walk, wrong_types

from triage.formats import load
from triage.model import Problem, Record, Run, Step, ToolCall


def read(path: Path, name: str) -> list[Record]:
    ((taken, source),) = walk(path, path.name)
    assert taken == name
    records = list(load(name).read(source))
    assert [text for record in records for text in wrong_types(record)] == []
    return records


def parquet(path: Path, columns: dict[str, list[object]]) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    parquet_module = pytest.importorskip("pyarrow.parquet")
    parquet_module.write_table(pyarrow.table(columns), path)
    return path


def test_a_results_table(tmp_path: Path) -> None:
    path = parquet(tmp_path / "r.parquet", {"Task": ["a", "b", None], "score": [1.0, float("nan"), 0.5], "attempt": [1.0, 2.0, None], "passed": [True, None, None]})
    records = read(path, "results_table")
    runs = [(run.run_id, run.task_id, run.score, run.passed, run.attempt) for run in records if isinstance(run, Run)]
    assert runs == [("r/a/1", "a", 1.0, True, 1), ("r/b/2", "b", None, None, 2)]
    assert [problem.kind for problem in records if isinstance(problem, Problem)] == ["bad_row"]


def test_trajectory_rows_with_padded_structs(tmp_path: Path) -> None:
    messages = [
        [
            {"role": "user", "content": "fix", "tool_calls": None, "tool_call_id": None},
            {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "name": "f"}], "tool_call_id": None},
        ],
        [{"role": "tool", "content": "late", "tool_calls": None, "tool_call_id": "c"}],
    ]
    path = parquet(tmp_path / "t.parquet", {"instance_id": ["x-1", "x-1"], "resolved": [1, 0], "trajectory": messages})
    records = read(path, "hf_rows")
    assert [(run.task_id, run.passed) for run in records if isinstance(run, Run)] == [("x-1", True), ("x-1", False)]
    assert len({run.run_id for run in records if isinstance(run, Run)}) == 2
    assert [step.text for step in records if isinstance(step, Step)] == ["fix", "", "late"]


@pytest.mark.parametrize("name", ["r.parquet", "opencode.db", "sessions.db"])
def test_broken_stores_never_raise(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes((b"PAR1" if name.endswith("parquet") else b"SQLite format 3\0") + b"\x07" * 5000)
    for taken, source in walk(path, name):
        assert [record.kind for record in load(taken).read(source) if isinstance(record, Problem)] != []


def test_the_goose_database(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE messages(message_id TEXT, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INTEGER, metadata_json TEXT)")
        call = [
            {"type": "text", "text": "Look."},
            {"type": "toolRequest", "id": "t", "toolCall": {"status": "success", "value": {"name": "shell", "arguments": {"command": "ls"}}}},
        ]
        answer = [{"type": "toolResponse", "id": "t", "toolResult": {"status": "error", "error": "no shell"}}]
        rows = [
            ("user", [{"type": "text", "text": "go"}], None),
            ("assistant", call, {"usage": {"inputTokens": 5, "outputTokens": 2, "cost": 0.5}}),
            ("user", answer, None),
            ("assistant", "broken", None),
        ]
        for number, (role, content, meta) in enumerate(rows):
            connection.execute(
                "INSERT INTO messages VALUES (?, 's1', ?, ?, ?, ?)", (str(number), role, json.dumps(content), 1700000000 + number, json.dumps(meta) if meta else None)
            )
    connection.close()
    records = read(path, "goose")
    (run,) = [record for record in records if isinstance(record, Run)]
    assert (run.run_id, run.tokens_in, run.cost_usd) == ("s1", 5, 0.5)
    assert [(call_.name, call_.result, call_.is_error) for call_ in records if isinstance(call_, ToolCall)] == [("shell", "no shell", True)]


def test_the_opencode_database(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE message(id TEXT, session_id TEXT, time_created INTEGER, data TEXT)")
        connection.execute("CREATE TABLE part(id TEXT, message_id TEXT, session_id TEXT, data TEXT)")
        connection.execute(
            "INSERT INTO message VALUES ('m1', 'ses_1', 1, ?), ('m2', 'ses_1', 2, ?)",
            (json.dumps({"role": "user"}), json.dumps({"role": "assistant", "modelID": "m", "time": {"completed": 3}})),
        )
        connection.execute(
            "INSERT INTO part VALUES ('p1', 'm1', 'ses_1', ?), ('p2', 'm2', 'ses_1', ?)", (json.dumps({"type": "text", "text": "hi"}), json.dumps({"type": "text", "text": "yo"}))
        )
    connection.close()
    records = read(path, "opencode")
    assert [(run.run_id, run.model, run.final_answer, run.truncated) for run in records if isinstance(run, Run)] == [("ses_1", "m", "yo", False)]
