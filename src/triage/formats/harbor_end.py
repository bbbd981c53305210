"""How a Harbor trial ended: its exception as events, with the phase that it belongs to."""

from __future__ import annotations

from typing import Any

from triage.formats.files import string
from triage.formats.rows import sub, text_field
from triage.model import Event

_LIMITS = (
    ("AgentTimeoutError", "time"),
    ("ContextWindowExceeded", "context"),
    ("ContextLengthExceeded", "context"),
    ("OutputTokenExceeded", "output_tokens"),
    ("OutputLengthExceeded", "output_tokens"),
    ("BudgetExceeded", "cost"),
)
_GRADER = ("Verifier", "Reward", "AddTests")
_SETUP = ("EnvironmentStart", "EnvironmentBuild", "SandboxBuild", "AgentSetup", "Healthcheck")


def phase_of(info: dict[str, Any], result: dict[str, Any]) -> str:
    """`setup`, `agent` or `grader`: by the exception's class where it tells, else by how far the trial had come."""
    kind = text_field(info, "exception_type") or ""
    if kind.startswith("Agent") and "Setup" not in kind:
        return "agent"
    if any(word in kind for word in _GRADER):
        return "grader"
    if any(word in kind for word in _SETUP):
        return "setup"
    message = string(info.get("exception_message")) or ""
    if "Agent setup failed" in message:
        return "setup"
    verifier, agent = sub(result, "verifier"), sub(result, "agent_execution")
    at, began = text_field(info, "occurred_at"), text_field(verifier, "started_at")
    if verifier and (at is None or began is None or at[:19] >= began[:19]):
        return "grader"
    return "agent" if agent else "setup" if "started_at" in result or "environment_setup" in result else "agent"


def exception_events(info: dict[str, Any], phase: str) -> list[Event]:
    """The exception, its traceback, and the limit where it says that one was reached."""
    kind = text_field(info, "exception_type") or "error"
    message = string(info.get("exception_message")) or ""
    at = text_field(info, "occurred_at")
    events = [Event("", 0, phase, "harness_exception", kind, None, message, is_terminal=True, at=at, file="result.json")]
    trace = text_field(info, "exception_traceback")
    if trace:
        events.append(Event("", 0, phase, "harness_exception", "traceback", None, trace, is_terminal=True, at=at, file="result.json"))
    limit = next((code for word, code in _LIMITS if word in kind), None)
    if limit:
        events.append(Event("", 0, phase, "limit", "limit", limit, message, is_terminal=True, at=at, file="result.json"))
    return events
