"""Pi: session files (a tree of entries in one file) and the event lines of `pi --mode json`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triage.formats import files
from triage.formats.chat_parts import text_of
from triage.formats.conversation import stem
from triage.formats.rows import listed, sub, text_field
from triage.formats.session import Session, tokens
from triage.formats.source import Source
from triage.formats.stamps import iso
from triage.model import Record, Run

NAME = "pi"
TITLE = "Pi sessions and event lines"
WHERE = "docs/formats.md#pi"

_SKIP = frozenset({"session", "label", "session_info", "custom", "thinking_level_change", "agent_start", "turn_start", "turn_end", "message_start", "message_update"})
_SKIP_MORE = frozenset({"tool_execution_start", "tool_execution_update", "tool_execution_end", "agent_end", "auto_compaction_start", "queue_update"})


def recognise(source: Source) -> bool:
    """JSON lines that start with a session line, or with `agent_start`."""
    if source.is_dir or ".jsonl" not in source.name:
        return False
    first = source.head.lstrip(files.BOM).lstrip().split(b"\n", 1)[0]
    if first.replace(b" ", b"").startswith(b'{"type":"agent_start"'):
        return True
    return first.startswith(b"{") and b'"type":"session"' in first.replace(b": ", b":") and b'"cwd"' in first and b'"id"' in first


def read(source: Source) -> Iterator[Record]:
    """The session of the file."""
    session = Session(Run(stem(source.path), "", agent="pi", source=source.display, format=NAME))
    entries: list[tuple[int, dict[str, Any]]] = []
    for line in files.iter_jsonl(source.path, source.display):
        if line.problem is not None:
            session.problems.append(line.problem)
            if line.problem.kind == "truncated_line":
                session.run = session.run._replace(truncated=True)
        elif isinstance(line.value, dict):
            entries.append((line.number, line.value))
    ended = any(entry.get("type") == "message_end" for _, entry in entries)
    active = _active([entry for _, entry in entries])
    for number, entry in entries:
        if entry.get("type") == "session" and not session.chat.steps:
            identity = text_field(entry, "id")
            if identity:
                session.run = session.run._replace(run_id=identity)
                session.chat.run_id = identity
        elif entry.get("type") == "agent_end" and not ended:
            for message in listed(entry.get("messages")):
                _message(session, message, entry, number)
        else:
            own = entry.get("id")
            session.chat.branch = "abandoned" if active and isinstance(own, str) and own not in active else None
            _entry(session, entry, number)
    yield from session.finish()


def _active(entries: list[dict[str, Any]]) -> set[str]:
    """Ids of the last entry and its ancestors; empty for files without a tree."""
    parents = {entry["id"]: entry.get("parentId") for entry in entries if isinstance(entry.get("id"), str) and "parentId" in entry}
    found: set[str] = set()
    current: Any = next(reversed(parents), None)
    while isinstance(current, str) and current not in found:
        found.add(current)
        current = parents.get(current)
    return found


def _entry(session: Session, entry: dict[str, Any], number: int) -> None:
    kind, at = entry.get("type"), iso(entry.get("timestamp"))
    if kind in ("message", "message_end"):
        _message(session, entry.get("message"), entry, number)
    elif kind == "custom_message":
        session.feed({"role": "user", "content": entry.get("content"), "timestamp": at}, number)
    elif kind in ("compaction", "branch_summary"):
        before, session.chat.branch = session.chat.branch, "summary"
        session.feed({"role": "user", "content": entry.get("summary"), "timestamp": at}, number)
        session.chat.branch = before
        session.say(str(kind), text_of(entry.get("summary"))[:2000], at=at, line=number)
    elif kind == "auto_retry_start":
        session.say("auto_retry", text_of(entry.get("errorMessage")), retry=True, at=at, line=number)
    elif kind == "auto_retry_end":
        if entry.get("success") is False:
            session.say("auto_retry_failed", text_of(entry.get("finalError")), at=at, line=number)
    elif kind == "auto_compaction_end":
        session.say("compaction", text_of(sub(entry, "result").get("summary"))[:2000], at=at, line=number)
    elif kind == "model_change":
        session.set(model=text_field(entry, "modelId"))
    elif not (isinstance(kind, str) and (kind in _SKIP or kind in _SKIP_MORE)):
        session.unknown(str(kind))


def _message(session: Session, message: object, entry: dict[str, Any], number: int) -> None:
    if not isinstance(message, dict):
        session.unknown("message without an object")
        return
    at = iso(entry.get("timestamp")) or iso(message.get("timestamp"))
    role = message.get("role")
    if role == "bashExecution":
        text = f"! {text_of(message.get('command'))}\n{text_of(message.get('output'))}\n[exit code {message.get('exitCode')}]"
        session.feed({"role": "user", "content": text, "timestamp": at}, number)
        return
    if role in ("compactionSummary", "branchSummary"):
        session.feed({"role": "user", "content": message.get("summary"), "timestamp": at}, number)
        return
    used = sub(message, "usage")
    session.feed(
        {
            **message,
            "timestamp": at,
            "stop_reason": message.get("stopReason"),
            "usage": tokens(used.get("input"), used.get("output"), used.get("cacheRead"), used.get("cacheWrite")),
        },
        number,
    )
    cost = files.number(sub(used, "cost").get("total"))
    if cost is not None:
        session.run = session.run._replace(cost_usd=round((session.run.cost_usd or 0.0) + cost, 9))
    reason = message.get("stopReason")
    if reason in ("error", "aborted") or message.get("errorMessage"):
        text = text_of(message.get("errorMessage"))
        if reason == "aborted":
            session.interrupted(text, at=at, line=number)
        session.say(str(reason or "error"), text, at=at, line=number)
