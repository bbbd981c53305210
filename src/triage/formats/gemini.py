"""Gemini CLI: session files (.json, .jsonl) and the lines of `gemini -o stream-json`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.chat_parts import arguments_text, function_response, text_of
from triage.formats.conversation import stem
from triage.formats.files import integer
from triage.formats.rows import listed, sub, text_field
from triage.formats.session import Session, tokens
from triage.formats.source import Source
from triage.formats.stamps import iso
from triage.model import Record, Run

NAME = "gemini"
TITLE = "Gemini CLI sessions and stream lines"
WHERE = "docs/formats.md#gemini"

_EXIT = re.compile(r"^Exit Code: (-?\d+)\s*$", re.MULTILINE)


def recognise(source: Source) -> bool:
    """A session has `projectHash`; a stream starts with an init line and has tool_use or message lines."""
    if source.is_dir or ".json" not in source.name:
        return False
    head = source.head
    if b'"projectHash"' in head and b'"sessionId"' in head:
        return True
    first = head.lstrip().split(b"\n", 1)[0].replace(b" ", b"")
    return b'"type":"init"' in first and b'"session_id"' in first and b'"tools"' not in first


def read(source: Source) -> Iterator[Record]:
    """The session of the file."""
    session = Session(Run(stem(source.path), "", agent="gemini-cli", source=source.display, format=NAME))
    if ".jsonl" not in source.name:
        try:
            value = files.read_json(source.path)
        except BadInput as error:
            yield files.problem(source.display, error)
            return
        _meta(session, value if isinstance(value, dict) else {})
        for index, message in enumerate(listed(sub(value).get("messages"))):
            _message(session, message, index)
    else:
        _lines(session, source)
    yield from session.finish()


def _meta(session: Session, value: dict[str, Any]) -> None:
    name = text_field(value, "sessionId", "session_id")
    if name:
        session.run = session.run._replace(run_id=name)
        session.chat.run_id = name
    session.set(started_at=iso(value.get("startTime")), model=text_field(value, "model"))
    if value.get("kind") == "subagent":
        session.chat.branch = f"subagent:{name}"


def _lines(session: Session, source: Source) -> None:
    """Session lines are a log of changes: a message that comes again replaces itself, `$rewindTo` drops, `$set` replaces."""
    kept: dict[str, tuple[int, dict[str, Any]]] = {}
    for line in files.iter_jsonl(source.path, source.display):
        value = line.value
        if line.problem is not None:
            session.problems.append(line.problem)
            session.run = session.run._replace(truncated=session.run.truncated or line.problem.kind == "truncated_line")
        elif not isinstance(value, dict):
            if line.raw:
                session.say("lines", files.decode(line.raw), channel="agent_stdout", line=line.number)
        elif "projectHash" in value or value.get("type") == "init":
            _meta(session, value)
        elif isinstance(value.get("$set"), dict):
            if isinstance(value["$set"].get("messages"), list):
                kept = {str(item.get("id", n)): (line.number, item) for n, item in enumerate(value["$set"]["messages"]) if isinstance(item, dict)}
        elif "$rewindTo" in value:
            names = list(kept)
            target = str(value["$rewindTo"])
            kept = {name: kept[name] for name in names[: names.index(target) if target in kept else 0]}
        else:
            kept[str(value.get("id", f"line {line.number}"))] = (line.number, value)
    pending: dict[str, Any] | None = None
    for number, value in kept.values():
        if value.get("type") == "message" and value.get("delta") is True:  # pieces of one message
            if pending is not None and pending.get("role") == value.get("role"):
                pending["content"] = text_of(pending.get("content")) + text_of(value.get("content"))
            else:
                _flush(session, pending, number)
                pending = dict(value)
            continue
        _flush(session, pending, number)
        pending = None
        _message(session, value, number)
    _flush(session, pending, None)


def _flush(session: Session, message: dict[str, Any] | None, line: int | None) -> None:
    if message is not None:
        session.feed(message, line)


def _message(session: Session, message: object, line: int) -> None:
    if not isinstance(message, dict):
        session.unknown(f"message that is {type(message).__name__}")
        return
    kind, at = message.get("type"), iso(message.get("timestamp"))
    if kind == "user":
        session.feed({"role": "user", "content": message.get("content"), "timestamp": at}, line)
    elif kind in ("gemini", "model", "assistant"):
        _answer(session, message, at, line)
    elif kind in ("error", "warning", "info"):
        session.say(kind, text_of(message.get("content", message.get("message"))), at=at, line=line)
    elif kind == "message":
        session.feed(message, line)
    elif kind == "tool_use":
        call = {"id": message.get("tool_id"), "name": message.get("tool_name"), "arguments": arguments_text(message.get("parameters"))}
        session.feed({"role": "assistant", "content": "", "tool_calls": [call], "timestamp": at}, line)
    elif kind == "tool_result":
        failed = message.get("status") == "error"
        text = text_of(message.get("output")) or text_of(sub(message, "error").get("message"))
        session.feed({"role": "tool", "tool_call_id": message.get("tool_id"), "content": text, "is_error": failed, "exit_code": _exit(text), "timestamp": at}, line)
    elif kind == "result":
        _result(session, message, at, line)
    else:
        session.unknown(str(kind))


def _result(session: Session, message: dict[str, Any], at: str | None, line: int) -> None:
    stats = sub(message, "stats")
    session.set(tokens_in=integer(stats.get("input_tokens")), tokens_out=integer(stats.get("output_tokens")), exit_status=text_field(message, "status"))
    if message.get("error"):
        session.error(message["error"], "result", at=at, line=line)
    else:
        session.say("result", text_of(message.get("status")), code=text_field(message, "status"), at=at, line=line)


def _exit(text: str) -> int | None:
    found = _EXIT.search(text) if "Exit Code: " in text else None
    return integer(int(found[1])) if found and len(found[1]) < 10 else None


def _answer(session: Session, message: dict[str, Any], at: str | None, line: int) -> None:
    used = sub(message, "tokens")
    thoughts = [f"{text_of(item.get('subject'))}\n{text_of(item.get('description'))}".strip() for item in listed(message.get("thoughts")) if isinstance(item, dict)]
    calls = [call for call in listed(message.get("toolCalls")) if isinstance(call, dict)]
    named = [{**call, "id": call.get("id") or f"line-{line}-{index}"} for index, call in enumerate(calls)]
    session.feed(
        {
            "role": "assistant",
            "content": message.get("content"),
            "reasoning": "\n\n".join(thoughts),
            "model": message.get("model"),
            "timestamp": at,
            "usage": tokens(used.get("input"), (integer(used.get("output")) or 0) + (integer(used.get("thoughts")) or 0) if used else None),
            "tool_calls": [{"id": call["id"], "name": call.get("name"), "arguments": call.get("args")} for call in named],
        },
        line,
    )
    for call in named:
        parts = [sub(part, "functionResponse") for part in listed(call.get("result")) if isinstance(part, dict)]
        if not any(parts):
            continue
        text = "\n".join(function_response(part).text for part in parts if part)
        failed = True if call.get("status") in ("error", "cancelled") else None
        session.feed({"role": "tool", "tool_call_id": call["id"], "content": text, "is_error": failed, "exit_code": _exit(text), "timestamp": iso(call.get("timestamp"))}, line)
