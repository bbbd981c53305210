"""Cursor CLI: the lines of `cursor-agent -p --output-format stream-json`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triage.formats import files
from triage.formats.chat_parts import text_of
from triage.formats.conversation import stem
from triage.formats.files import dumps, integer
from triage.formats.rows import sub, text_field
from triage.formats.session import Session
from triage.formats.source import Source
from triage.formats.stamps import iso
from triage.model import Record, Run

NAME = "cursor"
TITLE = "Cursor CLI stream lines"
WHERE = "docs/formats.md#cursor"


def recognise(source: Source) -> bool:
    """An init line with `apiKeySource` and `permissionMode` but no list of tools: Claude's has one."""
    if source.is_dir or not source.name.endswith((".jsonl", ".json", ".log", ".txt", ".jsonl.gz")):
        return False
    head = source.head
    at = head.find(b'"apiKeySource"')
    if at < 0:
        return False
    start, end = head.rfind(b"\n", 0, at) + 1, head.find(b"\n", at)
    line = head[start : end if end >= 0 else len(head)].replace(b": ", b":")
    return b'"subtype":"init"' in line and b'"permissionMode"' in line and b'"tools"' not in line


def read(source: Source) -> Iterator[Record]:
    """The session of the file."""
    session = Session(Run(stem(source.path), "", agent="cursor-cli", source=source.display, format=NAME))
    thoughts: list[str] = []
    open_calls: list[str] = []
    for line in files.iter_jsonl(source.path, source.display):
        value = line.value
        if line.problem is not None:
            session.problems.append(line.problem)
            session.run = session.run._replace(truncated=session.run.truncated or line.problem.kind == "truncated_line")
        elif isinstance(value, dict):
            _line(session, value, line.number, thoughts, open_calls)
        elif line.raw:
            session.say("lines", files.decode(line.raw), channel="agent_stdout", line=line.number)
    yield from session.finish()


def _line(session: Session, value: dict[str, Any], number: int, thoughts: list[str], open_calls: list[str]) -> None:
    kind, subtype, at = value.get("type"), value.get("subtype"), iso(value.get("timestamp_ms"))
    if kind == "system" and subtype == "init":
        name = text_field(value, "session_id")
        if name and not session.chat.steps:
            session.run = session.run._replace(run_id=name)
            session.chat.run_id = name
        session.set(model=text_field(value, "model"))
    elif kind == "user":
        session.feed({"role": "user", "content": sub(value, "message").get("content"), "timestamp": at}, number)
    elif kind == "thinking":
        thoughts.append(text_of(value.get("text")))
    elif kind == "assistant":
        if "timestamp_ms" in value and "model_call_id" not in value:
            return  # a piece of a message that comes whole later
        session.feed({"role": "assistant", "content": sub(value, "message").get("content"), "reasoning": _taken(thoughts), "timestamp": at}, number)
    elif kind == "tool_call":
        _call(session, value, number, at, thoughts, open_calls)
    elif kind == "result":
        used = sub(value, "usage")
        cached = (integer(used.get("cacheReadTokens")) or 0) + (integer(used.get("cacheWriteTokens")) or 0)
        fresh = integer(used.get("inputTokens"))
        session.set(tokens_in=fresh + cached if fresh is not None else None, tokens_out=integer(used.get("outputTokens")), exit_status=text_field(value, "subtype"))
        code = text_field(value, "subtype") if value.get("is_error") is not True else "error"
        session.say("result", text_of(value.get("result")), code=code, at=at, line=number)
    elif kind == "error":
        session.error(value.get("error", value.get("message")), at=at, line=number)
    elif kind not in ("interaction_query", "system"):
        session.unknown(str(kind))


def _taken(thoughts: list[str]) -> str:
    text = "".join(thoughts)
    thoughts.clear()
    return text


def _call(session: Session, value: dict[str, Any], number: int, at: str | None, thoughts: list[str], open_calls: list[str]) -> None:
    """A call is written when it starts and again, with its result, when it is done. Some versions give it no id."""
    held = sub(value, "tool_call")
    key = next((name for name in held if isinstance(held[name], dict)), "")
    body, call_id = sub(held, key), text_field(value, "call_id")
    args = sub(body, "args")
    name = text_field(args, "toolName", "name") if key == "mcpToolCall" else None
    name = name or key.removesuffix("ToolCall")
    if value.get("subtype") == "started":
        call_id = call_id or f"line-{number}-{key}"
        open_calls.append(call_id)
        arguments = args.get("args", args) if key == "mcpToolCall" else args
        session.feed(
            {"role": "assistant", "content": "", "reasoning": _taken(thoughts), "tool_calls": [{"id": call_id, "name": name, "arguments": arguments}], "timestamp": at}, number
        )
        return
    if call_id is None:
        call_id = next((item for item in reversed(open_calls) if item.endswith(f"-{key}")), None)
    result = sub(body, "result")
    state = next(iter(result), None)
    inner = result.get(state) if state else None
    content = inner.get("content", inner.get("output", inner.get("stdout", inner.get("error")))) if isinstance(inner, dict) else inner
    text = text_of(content) if content is not None else dumps(inner) if inner is not None else ""
    code = integer(inner.get("exitCode")) if isinstance(inner, dict) else None
    session.feed(
        {"role": "tool", "tool_call_id": call_id, "name": name, "content": text, "exit_code": code, "is_error": None if state is None else state != "success", "timestamp": at},
        number,
    )
