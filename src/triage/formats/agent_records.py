"""One JSON event line of an agent program: what it says about the run.

Known: claude (stream-json), codex (exec and rollout), gemini, opencode, cursor, copilot, pi, goose, and error bodies of providers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from triage.formats.files import string
from triage.formats.stamps import iso

RETRY_TYPES = frozenset(
    {
        "api_retry",
        "api_error",
        "retry",
        "auto_retry_start",
        "rate_limit_event",
        "subagent_retry",
        "reconnecting",
        "stream_error",
        "api_req_retried",
        "rate_limit",
        "compaction_retry",
    }
)
_TRANSIENT = ("reconnecting", "falling back", "retrying")
_FAILED = frozenset({"turn.failed", "error", "session.error", "turn_aborted", "turn.aborted", "turn_failed"})
_ALIVE = frozenset(
    [
        "text",
        "reasoning",
        "thinking",
        "tool_call",
        "tool_use",
        "tool_result",
        "stream_event",
        "step_start",
        "step_finish",
        "message_start",
        "message_update",
        "turn_end",
        "tool_execution_start",
        "tool_execution_update",
        "tool_execution_end",
        "agent_message",
        "agent_reasoning",
        "exec_command_begin",
        "exec_command_end",
        "function_call",
        "item.started",
        "item.updated",
        "item.completed",
    ]
)
_DONE = frozenset({"turn.completed", "task_complete", "complete", "session.idle"})
_LIMITS = {"error_max_turns": "steps", "error_max_budget_usd": "cost", "budget_limited": "cost", "session_budget_exceeded": "cost"}


class Said(NamedTuple):
    """What a line says. `channel` is None where it makes no event."""

    channel: str | None = None
    type: str = ""
    code: str | None = None
    text: str = ""
    is_retry: bool = False
    alive: bool = False
    """Whether the line shows a living agent."""
    lasting: bool = True
    """Whether it can end the run; false for warnings and for what befell a subagent."""
    at: str | None = None
    limit: str | None = None
    """A budget that it says was reached."""


def say(record: dict[str, Any], line: str) -> Said | None:
    """What a JSON line says; None where it is not an event line (it then counts as a plain line)."""
    at = iso(record.get("timestamp"))
    kind = record.get("type")
    payload, msg = record.get("payload"), record.get("msg")
    if kind in ("event_msg", "response_item") and isinstance(payload, dict):
        record, kind = payload, payload.get("type")
    elif kind is None and isinstance(msg, dict):
        record, kind = msg, msg.get("type")
    if not isinstance(kind, str):
        if record.get("role") == "assistant":
            return Said(alive=True)
        if record.get("role") in ("user", "tool", "system") and ("content" in record or "parts" in record):
            return Said()
        return body_of(record, line)
    said = _known(record, kind, line)
    return said._replace(at=said.at or at) if said is not None else None


def _known(record: dict[str, Any], kind: str, line: str) -> Said | None:
    subtype = string(record.get("subtype"))
    inside = bool(record.get("parent_tool_use_id")) or record.get("isSidechain") is True
    if kind in RETRY_TYPES or (kind == "system" and subtype in RETRY_TYPES):
        return Said("agent_event", subtype or kind if kind == "system" else kind, _code(record), _message(record) or line, is_retry=True)
    if kind == "tool_progress" and isinstance(record.get("subagent_retry"), dict):
        return Said("agent_event", "subagent_retry", _code(record["subagent_retry"]), _message(record["subagent_retry"]) or line, is_retry=True)
    if kind == "auto_retry_end":
        failed = record.get("success") is False
        return Said("agent_event", kind, _code(record), string(record.get("finalError")) or _message(record) or line, is_retry=not failed)
    if kind == "result":
        return _result(record)
    if kind == "assistant":
        return _assistant(record, inside)
    if kind in ("message", "message_end"):
        return _spoken(record, kind)
    if kind == "agent_end":
        messages = record.get("messages")
        last = messages[-1] if isinstance(messages, list) and messages and isinstance(messages[-1], dict) else {}
        return _stopped(last, kind) or Said("agent_event", kind, "success", alive=True)
    if kind in _DONE and not record.get("error"):
        return Said("agent_event", kind, "success", alive=True)
    item = record.get("item")
    if kind.startswith("item.") and isinstance(item, dict) and item.get("type") == "error":
        text = string(item.get("message")) or line
        return Said("agent_event", "item.error", _code(item), text, is_retry=text.lower().startswith(_TRANSIENT))
    if kind in _FAILED or kind in _DONE:
        return _failure(record, kind, line)
    part = record.get("part")
    if isinstance(part, dict) and part.get("type") == "retry":
        return Said("agent_event", "retry", _code(part), _message(part) or line, is_retry=True)
    if kind in _ALIVE or kind.startswith(("assistant.", "tool.")):
        return Said(alive=True)
    return body_of(record, line) or (Said() if kind else None)


def _result(record: dict[str, Any]) -> Said:
    """claude, cursor and gemini end with it. The death of an API call comes as `success` with is_error, or with only its text."""
    subtype, status, text = string(record.get("subtype")), string(record.get("status")), _message(record) or ""
    status_code = record.get("api_error_status")
    named = (subtype or "").startswith("error")
    bad = record.get("is_error") is True or named or status == "error" or status_code is not None or text.startswith("API Error")
    if not bad:
        return Said("agent_event", "result", "success", text, alive=True)
    code = string(status_code) if status_code is not None else subtype if named else _code({k: v for k, v in record.items() if k != "status"})
    return Said("agent_event", "result", code or "error", text, limit=_LIMITS.get(subtype or ""))


def _assistant(record: dict[str, Any], inside: bool) -> Said:
    message = record.get("message")
    invented = isinstance(message, dict) and message.get("model") == "<synthetic>"
    if invented or record.get("isApiErrorMessage") is True or record.get("is_api_error_message") is True:
        return Said("synthetic_message", "message", _code(record) or string(record.get("error")), _message(record) or "", lasting=not inside)
    return Said(alive=not inside)


def _spoken(record: dict[str, Any], kind: str) -> Said:
    """A message of pi, gemini or goose."""
    message = record.get("message") if isinstance(record.get("message"), dict) else record
    if not isinstance(message, dict) or message.get("role") not in ("assistant", "model", "gemini"):
        return Said()
    return _stopped(message, kind) or Said(alive=True)


def _stopped(message: dict[str, Any], kind: str) -> Said | None:
    reason = message.get("stopReason")
    if reason not in ("error", "aborted"):
        return None
    return Said("agent_event", kind, str(reason), string(message.get("errorMessage")) or str(reason))


def _failure(record: dict[str, Any], kind: str, line: str) -> Said:
    text = _message(record)
    if kind == "error" and ("request_id" in record or isinstance(record.get("error"), dict)) and (body := body_of(record, line)) is not None:
        return body
    code, lasting = _code(record), record.get("severity") != "warning"
    transient = bool(text) and (text or "").lower().startswith(_TRANSIENT)
    return Said(
        "agent_event", kind, code if lasting else "warning", text or line, is_retry=transient, lasting=lasting, limit=_LIMITS.get(code or "") if lasting and not transient else None
    )


def body_of(record: dict[str, Any], line: str) -> Said | None:
    """A provider's error body: `{"error": {"message", "type" or "code" or "status"}}`, or the same without the outer object; None for anything else."""
    error = record.get("error")
    if isinstance(error, str) and error and "code" in record:
        error = {"message": error}
    elif error is None and _is_flat_body(record):
        error = record
    if not isinstance(error, dict) or not isinstance(error.get("message"), str):
        return None
    kind = next((value for key in ("type", "status", "code") if isinstance(value := error.get(key), str) and value), None)
    code = next(
        (str(value) for value in (record.get("status"), record.get("status_code"), error.get("code"), error.get("status")) if isinstance(value, (int, str)) and value != ""), None
    )
    if kind is None and code is None:
        return None
    return Said("api_error_json", kind or "error", code or kind, line)


def _is_flat_body(record: dict[str, Any]) -> bool:
    """Whether the record itself is an error object, as vLLM, Mistral and Cerebras send: `{"message", "type", "code"}`."""
    if not isinstance(record.get("message"), str) or "role" in record:
        return False
    codes = [record.get(key) for key in ("code", "status", "status_code", "statusCode")]
    if record.get("object") == "error" or any(isinstance(c, int) and not isinstance(c, bool) and 400 <= c < 600 for c in codes):
        return True
    return "code" in record and isinstance(kind := record.get("type"), str) and kind.lower().endswith("error")


def _code(record: dict[str, Any]) -> str | None:
    """HTTP status, else error code, else the error's name."""
    places = list(_places(record))
    for keys in (("api_error_status", "error_status", "statusCode", "http_status_code", "status_code", "status"), ("codex_error_info", "code", "errorType", "type", "name")):
        for place in places:
            own = place is record
            for key in keys:
                value = place.get(key)
                if isinstance(value, bool) or (own and key in ("type", "name")):
                    continue
                if isinstance(value, int) or (isinstance(value, str) and value):
                    return str(value)
    for place in places:
        info = place.get("codex_error_info")
        if isinstance(info, dict) and info:
            name, inner = next(iter(info.items()))
            status = inner.get("http_status_code") if isinstance(inner, dict) else None
            return str(status) if isinstance(status, int) else str(name)
    reason = record.get("reason")
    return reason if isinstance(reason, str) and reason else None


def _places(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The record and the objects in it that describe an error."""
    yield record
    for key in ("error", "data", "rate_limit_info"):
        inner = record.get(key)
        if isinstance(inner, dict):
            yield inner
            if isinstance(inner.get("data"), dict):
                yield inner["data"]


def _message(record: dict[str, Any]) -> str | None:
    """The words of a record."""
    error, data = record.get("error"), record.get("data")
    deep = error.get("data") if isinstance(error, dict) else None
    candidates = (
        *(record.get("result"), record.get("message"), error.get("message") if isinstance(error, dict) else error, deep, data),
        *(record.get("errorMessage"), record.get("errors"), record.get("text"), record.get("error_category"), record.get("reason")),
    )
    for value in candidates:
        if isinstance(value, str) and value:
            return value
        if isinstance(value, dict):
            inner = value.get("message", value.get("content"))
            if isinstance(inner, str) and inner:
                return inner
            texts = [block["text"] for block in inner if isinstance(block, dict) and isinstance(block.get("text"), str)] if isinstance(inner, list) else []
            if texts:
                return "\n".join(texts)
        if isinstance(value, list) and value:
            return "\n".join(string(part) or "" for part in value)
    return None
