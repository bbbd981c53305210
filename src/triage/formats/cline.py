"""Cline and Roo: task folders (api_conversation_history.json, ui_messages.json), and the message files of the newer SDK."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.chat_parts import text_of
from triage.formats.files import integer, number
from triage.formats.rows import listed, sub, text_field
from triage.formats.session import Session, tokens
from triage.formats.source import Source
from triage.formats.stamps import iso
from triage.model import Event, Record, Run

NAME = "cline"
TITLE = "Cline and Roo tasks"
WHERE = "docs/formats.md#cline"

_ERRORS = frozenset({"api_req_failed", "error", "mistake_limit_reached", "diff_error", "clineignore_error", "rooignore_error"})
_RETRIES = frozenset({"api_req_retried", "api_req_retry_delayed", "api_req_rate_limit_wait", "error_retry"})
_NOTES = frozenset({"condense_context", "sliding_window_truncation", "completion_result"})


def recognise(source: Source) -> bool:
    """A task folder, a `*.messages.json`, or the session record beside one."""
    if source.is_dir:
        return "api_conversation_history.json" in source.names or ("ui_messages.json" in source.names and "task_metadata.json" in source.names)
    if source.name.endswith(".messages.json"):
        return b'"messages"' in source.head and b'"sessionId"' in source.head
    return source.name.endswith(".json") and b'"messages_path"' in source.head and b'"session_id"' in source.head


def read(source: Source) -> Iterator[Record]:
    """The task or session."""
    if source.is_dir:
        yield from _folder(source)
    elif source.name.endswith(".messages.json"):
        yield from _messages_file(source)
    else:
        yield from _session_file(source)


def _load(source: Source, name: str, session: Session) -> Any:
    if name not in source.names:
        return None
    try:
        return files.read_json(source.path / name)
    except BadInput as error:
        session.problems.append(files.problem(f"{source.display}/{name}", error))
        session.run = session.run._replace(truncated=True)
        return None


def _folder(source: Source) -> Iterator[Record]:
    session = Session(Run(source.name, "", agent="cline", source=source.display, format=NAME))
    session.chat.file = "api_conversation_history.json"
    history = _load(source, "api_conversation_history.json", session)
    shown = _load(source, "ui_messages.json", session)
    for index, message in enumerate(listed(history)):
        _message(session, message, index)
    if not session.chat.steps:
        session.chat.file = "ui_messages.json"
        for index, message in enumerate(listed(shown)):
            if isinstance(message, dict) and "role" in message:
                session.feed(message, index)
    for entry in listed(shown):
        if isinstance(entry, dict):
            _shown(session, entry)
    yield from session.finish()


def _message(session: Session, message: object, index: int) -> None:
    if not isinstance(message, dict):
        session.unknown(f"message that is {type(message).__name__}")
        return
    info, used = sub(message, "modelInfo"), sub(message, "metrics")
    old = sub(used, "tokens")
    count = (
        tokens(old.get("prompt"), old.get("completion"))
        if old
        else tokens(used.get("inputTokens"), used.get("outputTokens"), used.get("cacheReadTokens"), used.get("cacheWriteTokens"))
    )
    session.feed({"role": message.get("type"), **message, "model": text_field(info, "modelId", "id"), "usage": count}, index)
    cost = number(used.get("cost"))
    if cost is not None:
        session.run = session.run._replace(cost_usd=round((session.run.cost_usd or 0.0) + cost, 9))


def _shown(session: Session, entry: dict[str, Any]) -> None:
    """What the program showed to its user: requests with their errors, retries, limits."""
    kind = text_field(entry, "say") or text_field(entry, "ask")
    text, at = text_of(entry.get("text")), iso(entry.get("ts"))
    if kind == "api_req_started":
        try:
            request = sub(files.loads(text)) if text.startswith("{") else {}
        except BadInput:
            request = {}
        failure = text_field(request, "streamingFailedMessage")
        reason = text_field(request, "cancelReason")
        if failure or reason:
            _say(session, reason or "streaming_failed", failure or reason or "", at)
    elif kind in _ERRORS:
        _say(session, str(kind), text, at)
    elif kind in _RETRIES:
        _say(session, str(kind), text, at, retry=True)
    elif kind in _NOTES:
        _say(session, str(kind), text[:2000], at)


def _say(session: Session, kind: str, text: str, at: str | None, *, retry: bool = False) -> None:
    """An event of the shown messages. Its place among the steps is by time: the last step that is not later."""
    session.say(kind, text, retry=retry, at=at)
    steps = [record for record in session.made if hasattr(record, "role")]
    earlier = [getattr(step, "step", 0) for step in steps if at is None or getattr(step, "at", None) is None or getattr(step, "at", "") <= at]
    session.events[-1] = session.events[-1]._replace(step=earlier[-1] if earlier else None, file="ui_messages.json")


def _record(session: Session, record: dict[str, Any]) -> None:
    code = integer(record.get("exit_code"))
    name = text_field(record, "session_id")
    if name:
        session.run = session.run._replace(run_id=name)
        session.chat.run_id = name
    session.set(
        model=text_field(record, "model"),
        exit_status=text_field(record, "status"),
        agent_exit_code=code,
        started_at=iso(record.get("started_at")),
        ended_at=iso(record.get("ended_at")),
    )
    if code is not None:
        session.events.append(Event("", 0, "agent", "agent_exit", "exit", str(code), str(code), is_terminal=True))
    status = text_field(record, "status")
    if status:
        session.events.append(Event("", 0, "agent", "harness_enum", "status", status, status, is_terminal=True))


def _messages_file(source: Source) -> Iterator[Record]:
    name = source.name.removesuffix(".messages.json")
    session = Session(Run(name, "", agent="cline", source=source.display, format=NAME))
    try:
        value = sub(files.read_json(source.path))
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    identity = text_field(value, "sessionId")
    if identity:
        session.run = session.run._replace(run_id=identity)
        session.chat.run_id = identity
    beside = source.path.parent / f"{name}.json"
    if beside.exists():
        try:
            _record(session, sub(files.read_json(beside)))
        except BadInput as error:
            session.problems.append(files.problem(f"{source.display} ({beside.name})", error))
    held, session.events = session.events, []
    if text_field(value, "system_prompt"):
        session.feed({"role": "system", "content": value["system_prompt"]})
    for index, message in enumerate(listed(value.get("messages"))):
        _message(session, message, index)
    session.events = [event._replace(step=session.here) for event in held]
    yield from session.finish()


def _session_file(source: Source) -> Iterator[Record]:
    """The session record: read with its messages where they lie beside it, else a run without a transcript."""
    name = source.name.removesuffix(".json")
    if (source.path.parent / f"{name}.messages.json").exists():
        return
    session = Session(Run(name, "", agent="cline", source=source.display, format=NAME))
    try:
        _record(session, sub(files.read_json(source.path)))
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    yield from session.finish()
