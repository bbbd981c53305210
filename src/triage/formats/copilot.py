"""Copilot CLI: the events of a session (events.jsonl), and the same events as `--output-format json` prints them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triage.formats import files
from triage.formats.chat_parts import text_of
from triage.formats.conversation import stem
from triage.formats.files import dumps, integer, number
from triage.formats.rows import listed, sub, text_field
from triage.formats.session import Session
from triage.formats.source import Source
from triage.formats.stamps import iso
from triage.model import Event, Record, Run

NAME = "copilot"
TITLE = "Copilot CLI session events"
WHERE = "docs/formats.md#copilot"

_STARTS = (b'"type":"session.start"', b'"type":"user.message"', b'"type":"assistant.message"', b'"type":"assistant.turn_start"', b'"type":"session.error"')
_QUIET = (
    "assistant.turn",
    "assistant.message_delta",
    "assistant.reasoning_delta",
    "session.info",
    "session.resume",
    "hook.",
    "tool.execution_progress",
    "tool.execution_partial",
    "assistant.usage",
    "subagent.",
    "skill.",
)


def recognise(source: Source) -> bool:
    """JSON lines whose first line is one of Copilot's dotted event types."""
    if source.is_dir or ".jsonl" not in source.name:
        return False
    first = source.head.lstrip(files.BOM).lstrip().split(b"\n", 1)[0].replace(b": ", b":")
    return first.startswith(b"{") and any(start in first for start in _STARTS)


def read(source: Source) -> Iterator[Record]:
    """The session of the file."""
    name = source.path.parent.name if source.name == "events.jsonl" and source.path.parent.name else stem(source.path).removesuffix(".events")
    session = Session(Run(name, "", agent="copilot-cli", source=source.display, format=NAME))
    for line in files.iter_jsonl(source.path, source.display):
        if line.problem is not None:
            session.problems.append(line.problem)
            session.run = session.run._replace(truncated=session.run.truncated or line.problem.kind == "truncated_line")
        elif isinstance(line.value, dict):
            _event(session, line.value, line.number)
        elif line.raw:
            session.say("lines", files.decode(line.raw), channel="agent_stdout", line=line.number)
    yield from session.finish()


def _name(session: Session, value: dict[str, Any]) -> None:
    name = text_field(value, "sessionId", "session_id")
    if name and not session.chat.steps:
        session.run = session.run._replace(run_id=name)
        session.chat.run_id = name


def _event(session: Session, record: dict[str, Any], line: int) -> None:
    kind, at = record.get("type"), iso(record.get("timestamp"))
    kind = kind if isinstance(kind, str) else str(kind)
    data = sub(record, "data") or record
    agent = text_field(record, "agentId") or text_field(data, "parentToolCallId")
    session.chat.branch = f"subagent:{agent}" if agent else None
    _name(session, data)
    if kind == "session.start":
        session.set(model=text_field(data, "selectedModel"), started_at=iso(data.get("startTime")))
    elif kind == "session.model_change":
        session.set(model=text_field(data, "newModel"))
    elif kind in ("user.message", "system.message"):
        session.feed({"role": kind.split(".")[0], "content": data.get("content", data.get("prompt")), "timestamp": at}, line)
    elif kind == "assistant.message":
        calls = [
            {"id": call.get("toolCallId"), "name": call.get("name"), "arguments": call.get("arguments")} for call in listed(data.get("toolRequests")) if isinstance(call, dict)
        ]
        used = {"output_tokens": data["outputTokens"]} if integer(data.get("outputTokens")) is not None else None
        text = data.get("content", data.get("output"))
        session.feed(
            {"role": "assistant", "content": text, "reasoning": data.get("reasoningText"), "model": data.get("model"), "tool_calls": calls, "usage": used, "timestamp": at}, line
        )
    elif kind == "tool.execution_complete":
        _result(session, data, at, line)
    elif kind == "session.shutdown":
        _shutdown(session, data, at, line)
    elif kind == "session.error":
        session.say(text_field(data, "errorType") or "error", text_of(data.get("message")), code=_code(data), at=at, line=line)
    elif kind == "result":
        code = integer(data.get("exitCode"))
        if code is not None:
            session.set(agent_exit_code=code)
            session.events.append(Event("", 0, "agent", "agent_exit", "exit", str(code), str(code), step=session.here, at=at, line=line))
    elif kind == "abort":
        session.interrupted(text_of(data.get("reason")) or "abort", at=at, line=line)
    elif kind in ("session.truncation", "session.warning", "session.idle") or kind.startswith("session.compaction"):
        session.say(kind, text_of(data.get("reason") or data.get("message") or data.get("summary") or data.get("summaryContent"))[:4000], at=at, line=line)
    elif not kind.startswith(_QUIET) and kind != "tool.execution_start":
        session.unknown(kind)


def _code(data: dict[str, Any]) -> str | None:
    return next((str(data[key]) for key in ("statusCode", "errorCode") if isinstance(data.get(key), (int, str)) and data[key]), None)


def _result(session: Session, data: dict[str, Any], at: str | None, line: int) -> None:
    error, result = sub(data, "error"), data.get("result")
    body = result.get("content", result.get("detailedContent")) if isinstance(result, dict) else result
    text = text_of(body) if body is not None else text_field(error, "message") or (dumps(error) if error else "")
    failed = True if data.get("success") is False else False if data.get("success") is True else None
    session.feed({"role": "tool", "tool_call_id": data.get("toolCallId"), "content": text, "is_error": failed, "timestamp": at}, line)


def _shutdown(session: Session, data: dict[str, Any], at: str | None, line: int) -> None:
    """The only place with input tokens; missing where the process was killed."""
    usages = [sub(metrics, "usage") for metrics in sub(data, "modelMetrics").values()]
    counted, written = _sum(usages, "inputTokens"), _sum(usages, "outputTokens")
    session.run = session.run._replace(tokens_in=counted, tokens_out=written if written is not None else session.run.tokens_out)
    session.set(cost_usd=number(data.get("totalCostUsd")))
    session.say("session.shutdown", text_of(data.get("errorReason") or data.get("shutdownType")), at=at, line=line)


def _sum(usages: list[dict[str, Any]], key: str) -> int | None:
    counts = [count for used in usages if (count := integer(used.get(key))) is not None]
    return sum(counts) if counts else None
