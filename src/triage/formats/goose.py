"""Goose: session files of JSON lines, `--output-format stream-json`, and the sessions database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.chat_parts import text_of
from triage.formats.conversation import stem
from triage.formats.files import integer, number
from triage.formats.rows import listed, sub, text_field
from triage.formats.session import Session, tokens
from triage.formats.source import Source
from triage.formats.stamps import iso
from triage.model import Problem, Record, Run

NAME = "goose"
TITLE = "Goose sessions"
WHERE = "docs/formats.md#goose"


def recognise(source: Source) -> bool:
    """The database by its name; lines by Goose's own content items or its first line."""
    if source.is_dir:
        return False
    head = source.head
    if source.name.endswith(".db"):
        return source.name.startswith("sessions") and head.startswith(b"SQLite format 3")
    if ".jsonl" not in source.name:
        return False
    first = head.lstrip().split(b"\n", 1)[0].replace(b": ", b":").replace(b", ", b",")
    if b'"working_dir"' in first and b'"description"' in first:
        return True
    return first.startswith(b'{"type":"message","message":{') and b'"created"' in first and (b'"metadata"' in first or b'"toolRequest"' in head or b'"complete"' in head)


def read(source: Source) -> Iterator[Record]:
    """The sessions of the file."""
    if source.name.endswith(".db"):
        yield from _database(source)
        return
    session = Session(Run(stem(source.path), "", agent="goose", source=source.display, format=NAME))
    chunks: list[tuple[int, dict[str, Any]]] = []
    for line in files.iter_jsonl(source.path, source.display):
        value = line.value
        if line.problem is not None:
            session.problems.append(line.problem)
            session.run = session.run._replace(truncated=session.run.truncated or line.problem.kind == "truncated_line")
        elif not isinstance(value, dict):
            if line.raw:
                session.say("lines", files.decode(line.raw), channel="agent_stdout", line=line.number)
        elif value.get("type") == "message" or ("role" in value and "content" in value):
            message = sub(value, "message") or value
            if chunks and chunks[-1][1].get("id") and chunks[-1][1].get("id") == message.get("id"):
                chunks.append((line.number, message))
            else:
                _flush(session, chunks)
                chunks = [(line.number, message)]
        else:
            _flush(session, chunks)
            chunks = []
            _other(session, value, line.number)
    _flush(session, chunks)
    yield from session.finish()


def _other(session: Session, value: dict[str, Any], line: int) -> None:
    kind = value.get("type")
    if "working_dir" in value:
        session.set(tokens_in=integer(value.get("accumulated_input_tokens")), tokens_out=integer(value.get("accumulated_output_tokens")))
    elif kind == "error":
        session.error(value.get("error"), line=line)
    elif kind == "complete":
        session.set(tokens_in=integer(value.get("input_tokens")), tokens_out=integer(value.get("output_tokens")), cost_usd=number(value.get("cost_usd")))
        session.say("complete", "", code="success", line=line)
    elif kind == "notification":
        session.say("notification", text_of(value.get("message") or value.get("data"))[:4000], line=line)
    else:
        session.unknown(str(kind))


def _flush(session: Session, chunks: list[tuple[int, dict[str, Any]]]) -> None:
    """Pieces with the same id are one message: their texts belong together without a break."""
    if not chunks:
        return
    items: list[Any] = []
    for _, chunk in chunks:
        for item in listed(chunk.get("content")) or ([{"type": "text", "text": chunk["content"]}] if isinstance(chunk.get("content"), str) else []):
            last = items[-1] if items else None
            if isinstance(item, dict) and isinstance(last, dict) and item.get("type") == "text" == last.get("type"):
                items[-1] = {**last, "text": text_of(last.get("text")) + text_of(item.get("text"))}
            else:
                items.append(item)
    _message(session, chunks[0][1], items, chunks[0][0])


def _message(session: Session, message: dict[str, Any], items: list[Any], line: int) -> None:
    at = iso(message.get("created"))
    kept: list[Any] = []
    calls: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    for item in items:
        kind = item.get("type") if isinstance(item, dict) else None
        if kind in ("toolRequest", "frontendToolRequest"):
            value = sub(item, "toolCall", "value") or sub(item, "toolCall", "Ok") or sub(item, "toolCall")
            calls.append({"id": item.get("id"), "name": value.get("name"), "arguments": value.get("arguments", value.get("error"))})
        elif kind == "toolResponse":
            results.append({"role": "tool", "tool_call_id": item.get("id"), "timestamp": at, **_result(item.get("toolResult"))})
        elif kind in ("systemNotification", "contextLengthExceeded", "summarizationRequested"):
            session.say(str(kind), text_of(item.get("msg", item.get("message"))), at=at, line=line)
        else:
            kept.append(item)
    usage = sub(message, "metadata", "usage")
    if kept or calls or not results:
        count = tokens(usage.get("inputTokens"), usage.get("outputTokens")) if usage else None
        model = text_field(sub(message, "metadata", "inference"), "resolvedModel", "model")
        session.feed({"role": message.get("role"), "content": kept, "tool_calls": calls, "timestamp": at, "model": model, "usage": count}, line)
    for result in results:
        session.feed(result, line)


def _result(value: object) -> dict[str, Any]:
    """Content and error flag of a tool result, in the shapes that Goose has used."""
    if isinstance(value, dict):
        failed = value.get("status") == "error" or "Err" in value
        inner = value.get("Err", value.get("error")) if failed else value.get("value", value.get("Ok"))
        if isinstance(inner, dict) and "content" in inner:
            flag = inner.get("isError")
            return {"content": text_of(inner["content"]), "is_error": flag if isinstance(flag, bool) else failed or None}
        return {"content": text_of(inner), "is_error": failed}
    return {"content": text_of(value)}


def _database(source: Source) -> Iterator[Record]:
    sessions: dict[str, Session] = {}
    try:
        connection = sqlite3.connect(f"{source.path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            rows = connection.execute(
                "SELECT session_id, role, content_json, created_timestamp, metadata_json FROM messages ORDER BY session_id, created_timestamp, rowid"
            ).fetchall()
        finally:
            connection.close()
    except sqlite3.Error as error:
        yield Problem(source.display, "bad_database", f"the database can't be read: {error}", None, "a closed sessions.db with a table `messages`")
        return
    for index, (name, role, content, created, metadata) in enumerate(rows):
        session = sessions.setdefault(str(name), Session(Run(str(name), "", agent="goose", source=source.display, format=NAME)))
        message = {"role": role, "created": created, "metadata": _json(metadata)}
        items = _json(content)
        _message(session, message, items if isinstance(items, list) else [content], index)
        cost = number(sub(message, "metadata", "usage").get("cost"))
        if cost is not None:
            session.run = session.run._replace(cost_usd=round((session.run.cost_usd or 0.0) + cost, 9))
    for session in sessions.values():
        yield from session.finish()


def _json(text: object) -> Any:
    try:
        return files.loads(text) if isinstance(text, (str, bytes)) else None
    except BadInput:
        return None
