"""What an agent program printed: its JSON event lines, error bodies of providers, and plain lines, as events."""

from __future__ import annotations

from typing import Any

from triage.errors import BadInput
from triage.formats.files import loads, string
from triage.model import Event

RETRY_TYPES = frozenset({"api_retry", "api_error", "retry", "auto_retry_start", "auto_retry_end", "rate_limit_event", "subagent_retry", "reconnecting"})
BLOCK = 8000
"""Characters kept of a block of plain lines."""
_ALIVE = frozenset({"assistant", "user", "turn.completed", "item.completed", "message", "text", "tool_call", "tool_use", "tool_result"})


def read_log(text: str, *, file: str | None, phase: str = "agent", finished: bool | None = None) -> list[Event]:
    """Events of a program's log, in order (run_id empty, seq from 0).

    finished: whether the program is known to have ended well; then nothing is terminal. An event is terminal where no
    line of a living agent (a message, a tool, a success record) comes after it.
    """
    events: list[Event] = []
    plain: list[str] = []
    start = 1
    last_alive = -1
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        record = _json(line)
        if record is None:
            if line:
                start = start if plain else number
                plain.append(raw)
            continue
        _flush(plain, events, phase, file, start)
        made, alive = _record(record, line, phase, file, number)
        if made is not None:
            events.append(made)
        if alive:
            last_alive = len(events)
    _flush(plain, events, phase, file, start)
    return [e._replace(seq=n, is_terminal=not e.is_retry and not finished and n >= last_alive - (_success(e) and n == last_alive - 1)) for n, e in enumerate(events)]


def _success(event: Event) -> bool:
    return event.code == "success"


def _json(line: str) -> dict[str, Any] | None:
    if not line.startswith("{") or not line.endswith("}"):
        return None
    try:
        value = loads(line)
    except BadInput:
        return None
    return value if isinstance(value, dict) else None


def _flush(plain: list[str], events: list[Event], phase: str, file: str | None, start: int) -> None:
    if plain:
        block = "\n".join(plain)
        block = block if len(block) <= 2 * BLOCK else f"{block[:BLOCK]}\n[...]\n{block[-BLOCK:]}"
        events.append(Event("", 0, phase, "agent_stderr", "lines", None, block, file=file, line=start))
        plain.clear()


def _record(record: dict[str, Any], line: str, phase: str, file: str | None, number: int) -> tuple[Event | None, bool]:
    """The event of one JSON line, and whether it shows that the agent lives."""
    kind = string(record.get("type")) or ("error" if record.get("error") else "record")
    subtype = string(record.get("subtype"))
    error = record.get("error")
    message = _message(record)
    code = next((str(record[k]) for k in ("api_error_status", "error_status", "statusCode", "status", "code") if isinstance(record.get(k), (int, str)) and record.get(k) != ""), None)
    if isinstance(error, dict):
        code = code or next((str(error[k]) for k in ("code", "status", "type") if isinstance(error.get(k), (int, str))), None)
    if kind in RETRY_TYPES or (kind == "system" and subtype in RETRY_TYPES):
        return Event("", 0, phase, "agent_event", subtype or kind, code, message or line, is_retry=True, file=file, line=number), False
    if kind == "error" and message and message.lower().startswith("reconnecting"):
        return Event("", 0, phase, "agent_event", kind, code, message, is_retry=True, file=file, line=number), False
    if kind == "result":
        bad = record.get("is_error") is True or (subtype or "").startswith("error")
        return Event("", 0, phase, "agent_event", "result", code if bad and code else subtype or ("error" if bad else "success"), message or "", file=file, line=number), not bad
    if kind == "assistant" and (record.get("isApiErrorMessage") is True or (isinstance(record.get("message"), dict) and record["message"].get("model") == "<synthetic>")):
        return Event("", 0, phase, "synthetic_message", "message", code or string(error), message or "", file=file, line=number), False
    if kind in ("turn.completed", "agent_end", "complete"):
        return Event("", 0, phase, "agent_event", kind, "success", "", file=file, line=number), True
    if kind in ("turn.failed", "error", "session.error", "stream_error", "turn_aborted", "turn.aborted") or error:
        channel = "api_error_json" if kind == "error" and isinstance(error, dict) and "request_id" in record else "agent_event"
        return Event("", 0, phase, channel, kind, code, message or line, file=file, line=number), False
    return None, kind in _ALIVE


def _message(record: dict[str, Any]) -> str | None:
    error = record.get("error")
    for value in (record.get("result"), record.get("message"), error.get("message") if isinstance(error, dict) else error, record.get("errors"), record.get("text"), record.get("reason")):
        if isinstance(value, str) and value:
            return value
        if isinstance(value, dict):
            inner = value.get("message", value.get("content"))
            if isinstance(inner, str) and inner:
                return inner
            if isinstance(inner, list):
                texts = [b["text"] for b in inner if isinstance(b, dict) and isinstance(b.get("text"), str)]
                if texts:
                    return "\n".join(texts)
        if isinstance(value, list) and value:
            return "\n".join(string(v) or "" for v in value)
    return None
