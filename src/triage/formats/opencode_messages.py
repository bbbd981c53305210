"""Messages and parts of opencode, as its storage, its export and its database all hold them."""

from __future__ import annotations

from typing import Any

from triage.formats.chat_parts import text_of
from triage.formats.files import dumps, integer, number
from triage.formats.rows import sub, text_field
from triage.formats.session import Session, tokens
from triage.formats.stamps import iso

_QUIET = frozenset({"step-start", "snapshot", "patch", "agent", "subtask", "file", "step-finish", "compaction", "retry", "text", "reasoning", "tool"})


def feed(session: Session, info: dict[str, Any], parts: list[Any], line: int | None = None) -> None:
    """Take one message: its record and its parts."""
    role, at = info.get("role"), iso(sub(info, "time").get("created"))
    known = [part for part in parts if isinstance(part, dict)]
    texts = [text_of(part.get("text")) for part in known if part.get("type") == "text"]
    texts += [f"[file {text_field(part, 'filename', 'url') or ''}]"[:300] for part in known if part.get("type") == "file"]
    for part in known:
        if str(part.get("type")) not in _QUIET:
            session.unknown(f"part {part.get('type')}")
    message: dict[str, Any] = {"role": role, "content": "\n".join(text for text in texts if text), "timestamp": at}
    if role != "assistant":
        if info.get("system"):
            session.feed({"role": "system", "content": info.get("system")}, line)
        session.feed(message, line)
        return
    used, cache = sub(info, "tokens"), sub(info, "tokens", "cache")
    tools = [part for part in known if part.get("type") == "tool"]
    session.feed(
        {
            **message,
            "model": info.get("modelID"),
            "finish_reason": info.get("finish"),
            "reasoning": "\n".join(text_of(part.get("text")) for part in known if part.get("type") == "reasoning"),
            "usage": tokens(used.get("input"), (integer(used.get("output")) or 0) + (integer(used.get("reasoning")) or 0) if used else None, cache.get("read"), cache.get("write")),
            "tool_calls": [call(part) for part in tools],
        },
        line,
    )
    results(session, tools, line)
    add_cost(session, info.get("cost"))
    for part in known:
        if part.get("type") == "retry":
            session.error(part.get("error"), "retry", retry=True, line=line)
        elif part.get("type") == "compaction":
            session.say("compaction", "overflow" if part.get("overflow") else "auto" if part.get("auto") else "", line=line)
    if info.get("error"):
        if sub(info, "error").get("name") == "MessageAbortedError":
            session.interrupted(text_of(sub(info, "error", "data").get("message")), line=line)
        session.error(info["error"], line=line)


def call(part: dict[str, Any]) -> dict[str, Any]:
    """The call of a tool part."""
    return {"id": part.get("callID"), "name": part.get("tool"), "arguments": sub(part, "state").get("input")}


def results(session: Session, tools: list[dict[str, Any]], line: int | None) -> None:
    """Take the results of tool parts that have one. A command that fails is `completed` with its exit code beside it."""
    for part in tools:
        state = sub(part, "state")
        if state.get("status") not in ("completed", "error"):
            continue
        failed = state.get("status") == "error"
        meta = sub(state, "metadata")
        output = state.get("error") if failed else state.get("output")
        code = integer(meta.get("exit", meta.get("exitCode")))
        text = output if isinstance(output, str) else dumps(output) if output is not None else ""
        session.feed(
            {"role": "tool", "tool_call_id": part.get("callID"), "content": text, "is_error": failed, "exit_code": code, "timestamp": iso(sub(state, "time").get("end"))}, line
        )


def add_cost(session: Session, cost: object) -> None:
    """Add to the run's cost."""
    value = number(cost)
    if value is not None:
        session.run = session.run._replace(cost_usd=round((session.run.cost_usd or 0.0) + value, 9))
