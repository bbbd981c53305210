"""The sheet of planted bugs."""

from __future__ import annotations

from triage.detect import detect
from triage.store.fixture import make_store
from triage.store.tables import rows


def test_ratings_beside_what_runs_show() -> None:
    db = make_store(
        {
            "runs": [{"passed": i == 1, "score": float(i == 1)} for i in range(1, 5)],
            "tasks": [{"prompt": "Fix src/a.py."}],
            "task_bugs": [
                {"bug_id": "B1", "file": "src/a.py", "difficulty": 1.0, "checks": '["order"]'},
                {"bug_id": "B2", "file": "src/b.py", "difficulty": 3.0, "checks": "not json"},
            ],
            "steps": [{"run_id": "r1", "text": "x", "step": s} for s in range(11)],
            "tool_calls": [
                {"run_id": "r1", "step": 1, "arguments": '{"command": "python3 run.py"}', "result": 'Traceback:\n  File "src/a.py", line 3\nKeyError', "exit_code": 1},
                {"run_id": "r1", "step": 5, "name": "edit", "arguments": '{"path": "src/a.py"}'},
            ],
            "checks": [{"run_id": f"r{i}", "check_name": "test_x.py::order", "status": "passed" if i == 1 else "failed"} for i in range(1, 5)],
        }
    )
    detect(db, only=())
    first, second = rows(db, "bugs", {"task": "t", "version": None})
    assert (first["found"], first["runs"], first["touched"], first["first_step"], first["share_of_run"]) == (1, 4, 1, 5, 0.5)
    assert first["pointed_at"] == "traceback 1"
    assert first["against_rating"] == "harder_than_rated"
    assert first["task_rating"] == 2
    assert (second["runs"], second["touched"], second["pointed_at"]) == (0, 0, None)
