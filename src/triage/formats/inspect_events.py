"""What the event list of an Inspect sample tells beside its messages: times, tokens, errors, what the grader ran."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from triage.formats.files import dumps, integer
from triage.formats.rows import listed, sub, text_field
from triage.formats.session import http_code
from triage.formats.stamps import seconds_between
from triage.model import Event

_QUIET = frozenset(
    {"state", "store", "step", "sample_init", "subtask", "score", "error", "sample_limit", "approval", "input", "score_edit", "compaction", "checkpoint", "interrupt"}
)
_LOUD = frozenset({"warning", "error", "critical"})


class ModelCall(NamedTuple):
    """One answer of the model."""

    at: str | None
    tokens_in: int | None
    tokens_out: int | None
    finish_reason: str | None


class Told:
    """Collected from the events of one sample."""

    def __init__(self) -> None:
        self.models: dict[str, ModelCall] = {}
        self.durations: dict[str, float | None] = {}
        self.events: list[Event] = []
        self.unknown: Counter[str] = Counter()
        self.first_at: str | None = None
        self.last_at: str | None = None
        self.failed = 0
        """Number (from 1) of the event of the last model call, where that call failed; 0 where it did not."""


def told(events: object, run_id: str) -> Told:
    """Go over the events once. Events of scorers are the grader's; commands that tools ran are in the transcript."""
    found = Told()
    scoring: set[str] = set()
    for event in listed(events):
        if not isinstance(event, dict):
            found.unknown["event that is not an object"] += 1
            continue
        at, kind = event.get("timestamp"), event.get("event")
        if isinstance(at, str):
            found.first_at = found.first_at or at
            found.last_at = at
        if kind == "model":
            _model(event, found, run_id, at if isinstance(at, str) else None)
        elif kind == "tool":
            own = event.get("id")
            if isinstance(own, str):
                found.durations[own] = seconds_between(at, event.get("completed"))
        elif kind == "span_begin":
            parent, own = event.get("parent_id"), event.get("id")
            if isinstance(own, str) and (event.get("type") in ("scorer", "scorers") or event.get("name") == "scorers" or (isinstance(parent, str) and parent in scoring)):
                scoring.add(own)
        elif kind == "sandbox":
            span = event.get("span_id")
            if isinstance(span, str) and span in scoring:
                _grader(event, found, run_id, at if isinstance(at, str) else None)
        elif kind == "logger":
            _log(event, found, run_id, at if isinstance(at, str) else None)
        elif kind != "span_end" and kind != "info" and not (isinstance(kind, str) and kind in _QUIET):
            found.unknown[f"event {str(kind)[:60]}"] += 1
    return found


def _model(event: dict[str, Any], found: Told, run_id: str, at: str | None) -> None:
    output = sub(event, "output")
    usage = output.get("usage")
    counts: tuple[int | None, int | None] = (None, None)
    if isinstance(usage, dict):
        parts = [count for key in ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write") if (count := integer(usage.get(key))) is not None]
        counts = (sum(parts) if parts else None, integer(usage.get("output_tokens")))
    for choice in listed(output.get("choices")):
        own = sub(choice, "message").get("id")
        if isinstance(own, str):
            found.models[own] = ModelCall(at, *counts, text_field(choice, "stop_reason"))
    error = event.get("error") or output.get("error")
    found.failed = 0
    if error:
        words = error if isinstance(error, str) else dumps(error)
        found.events.append(Event(run_id, 0, "agent", "api_error_json", "model_error", http_code(words), words, at=at))
        found.failed = len(found.events)
    retries = integer(event.get("retries"))
    if retries:
        found.events.append(Event(run_id, 0, "agent", "agent_event", "api_retry", None, f"{retries} retries of a model call", True, at=at))


def _grader(event: dict[str, Any], found: Told, run_id: str, at: str | None) -> None:
    """A command that a scorer ran in the sandbox: what it printed, and its exit code."""
    if event.get("action") != "exec":
        return
    code = integer(event.get("result"))
    output = text_field(event, "output") or ""
    found.events.append(Event(run_id, 0, "grader", "grader_stdout", "log", None, output, at=at))
    if code is not None:
        found.events.append(Event(run_id, 0, "grader", "grader_exit", "exit", str(code), text_field(event, "cmd") or "", at=at))


def _log(event: dict[str, Any], found: Told, run_id: str, at: str | None) -> None:
    message = sub(event, "message")
    level = message.get("level")
    if isinstance(level, str) and level.lower() in _LOUD:
        found.events.append(Event(run_id, 0, "agent", "harness_log", "log", level, text_field(message, "message") or dumps(message), at=at))
