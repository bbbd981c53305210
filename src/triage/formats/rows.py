"""What a data row says about its run beside the conversation: ids, verdict, model, end. Shared by readers of row formats."""

from __future__ import annotations

from typing import Any, TypeVar

from triage.formats.chat_parts import id_of
from triage.formats.files import dumps, integer, number
from triage.formats.kinds import run_kind
from triage.formats.stamps import iso
from triage.model import Check, Event, Run

Numbered = TypeVar("Numbered", bound=Event | Check)

RUN_IDS = ("trial_name", "run_id", "trial_id", "trajectory_id", "rollout_id", "traj_id", "conversation_id", "session_id", "sessionId", "thread_id", "uuid", "id")
TASK_IDS = ("task_id", "instance_id", "problem_id", "example_id", "question_id", "question_ID", "sample_id", "task", "task_name")
CONVERSATION = frozenset({"messages", "conversations", "conversation", "trajectory", "history", "completion", "prompt", "response", "input", "output", "tools"})
_TAKEN = frozenset({*RUN_IDS, *TASK_IDS, "model", "agent", "score", "reward", "passed", "exit_status", "cost", "final_answer", "system"})
_TRUE, _FALSE = frozenset({"true", "yes", "1", "passed", "pass", "resolved"}), frozenset({"false", "no", "0", "failed", "fail", "unresolved"})


def verdict(value: object) -> bool | None:
    """A verdict from true/false, 1/0 or such a word; None for anything else."""
    if isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        return True if value == 1 else False if value == 0 else None
    if isinstance(value, str):
        word = value.strip().lower()
        return True if word in _TRUE else False if word in _FALSE else None
    return None


def text_field(row: dict[str, Any], *keys: str) -> str | None:
    """The first of the fields that holds text."""
    return next((row[key] for key in keys if isinstance(row.get(key), str) and row[key]), None)


def sub(row: object, *path: str) -> dict[str, Any]:
    """The object that lies under a path of keys; empty where there is none."""
    for key in path:
        row = row.get(key) if isinstance(row, dict) else None
    return row if isinstance(row, dict) else {}


def numbered(rows: list[Numbered], run_id: str) -> list[Numbered]:
    """The rows of a run with its id and their order, which stand first in events and checks. A quarter of the time of `_replace`."""
    make: Any = type(rows[0])._make if rows else None
    return [make((run_id, seq, *row[2:])) for seq, row in enumerate(rows)]


def listed(value: object) -> list[Any]:
    """A list as it is; an empty one for anything else."""
    return value if isinstance(value, list) else []


def run_of(row: dict[str, Any], run_id: str, source: str, format_name: str) -> Run:
    """A Run with what the row's usual fields say. The task is empty where the row names none."""
    meta = row.get("metadata") if isinstance(row.get("metadata"), dict) else {}
    both = {**meta, **row} if meta else row
    passed = next((found for key in ("passed", "resolved", "success", "is_correct", "is_resolved", "target", "correct") if (found := verdict(both.get(key))) is not None), None)
    score = next((mark for key in ("score", "reward") if (mark := number(both.get(key))) is not None), None)
    if passed is None and score is not None:
        passed = score >= 1.0
    model, agent = text_field(both, "model", "model_name", "model_name_or_path", "llm_name"), text_field(both, "agent", "agent_name", "scaffold", "agent_class", "mas_name")
    return Run(
        run_id,
        id_of(both, *TASK_IDS) or "",
        id_of(both, "task_version"),
        kind=run_kind(agent, text_field(both, "kind")),
        suite=text_field(both, "suite", "benchmark", "dataset", "benchmark_name"),
        model=model,
        agent=agent,
        attempt=integer(next((both[key] for key in ("attempt", "trial", "rollout", "epoch") if key in both), None)),
        score=score,
        passed=passed,
        exit_status=text_field(both, "exit_status", "stop_condition", "termination_reason", "status"),
        started_at=iso(next((both[key] for key in ("started_at", "start_time", "created_at") if key in both), None)),
        ended_at=iso(next((both[key] for key in ("ended_at", "end_time", "finished_at") if key in both), None)),
        cost_usd=number(both.get("cost_usd", both.get("cost"))),
        final_answer=text_field(both, "final_answer", "answer_submitted"),
        source=source,
        format=format_name,
        meta=_rest(row),
    )


def _rest(row: dict[str, Any]) -> str | None:
    """The row's further short fields, as a JSON object."""
    rest = {key: value for key, value in row.items() if key not in _TAKEN and (isinstance(value, (bool, int, float)) or (isinstance(value, str) and 0 < len(value) <= 500))}
    return dumps(rest) if rest else None


def end_events(row: dict[str, Any], run: Run) -> list[Event]:
    """Events of a row's status word and error record."""
    events: list[Event] = []
    if run.exit_status:
        events.append(Event(run.run_id, 0, "agent", "harness_enum", "exit_status", run.exit_status, run.exit_status, is_terminal=True))
    error = row.get("error")
    if error:
        kind, text = "error", error if isinstance(error, str) else dumps(error)
        if isinstance(error, dict):
            kind = text_field(error, "type", "name", "class", "error") or kind
            text = text_field(error, "message", "detail", "error_chain_repr") or text
        events.append(Event(run.run_id, 0, "agent", "harness_exception", kind, None, text, is_terminal=True))
        trace = text_field(error, "traceback") if isinstance(error, dict) else None
        if trace:
            events.append(Event(run.run_id, 0, "agent", "harness_exception", "traceback", None, trace, is_terminal=True))
    return events
