"""OpenTelemetry traces (OTLP JSON, one document or one a line) with OpenInference or GenAI attributes: one run a trace.

Each model span sends the whole history again, so a message is taken the first time that it is told. Spans of an agent that a tool
started are a subagent's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from triage.errors import BadInput
from triage.formats import files
from triage.formats.otel_messages import attributes, key_of, messages, model, usage
from triage.formats.rows import listed, sub, text_field
from triage.formats.session import Session
from triage.formats.source import Source
from triage.formats.stamps import iso
from triage.model import Record, Run

NAME = "otel"
TITLE = "OpenTelemetry traces (OTLP JSON, OpenInference, GenAI)"
WHERE = "docs/formats.md#opentelemetry"


class Span(NamedTuple):
    """One span."""

    trace: str
    identity: str
    parent: str | None
    name: str
    start: int
    end: int
    values: dict[str, Any]
    raw: dict[str, Any]
    line: int


def recognise(source: Source) -> bool:
    """JSON or JSON lines that start with `resourceSpans`."""
    return not source.is_dir and ".json" in source.name and b'"resourceSpans"' in source.head[:1024]


def read(source: Source) -> Iterator[Record]:
    """The traces of the file."""
    problems: list[Record] = []
    documents: list[tuple[int, Any]] = []
    if ".jsonl" not in source.name:
        try:
            documents = [(0, files.read_json(source.path))]
        except BadInput:
            pass  # a file exporter writes lines into a .json too: read below
    if not documents:
        for line in files.iter_jsonl(source.path, source.display):
            if line.problem is not None:
                problems.append(line.problem)
            else:
                documents.append((line.number, line.value))
    traces: dict[str, list[Span]] = {}
    service: str | None = None
    for number, document in documents:
        for resource in listed(sub(document).get("resourceSpans")):
            service = service or text_field(attributes(sub(resource, "resource").get("attributes")), "service.name")
            for scope in listed(sub(resource).get("scopeSpans")):
                for raw in listed(sub(scope).get("spans")):
                    if isinstance(raw, dict):
                        span = _span(raw, number)
                        traces.setdefault(span.trace, []).append(span)
    for trace, spans in traces.items():
        yield from _trace(trace, spans, service, source)
    yield from problems


def _nanos(value: object) -> int:
    if isinstance(value, str) and value.isdecimal() and len(value) < 20:
        return int(value)
    return int(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 2**63 else 0


def _span(raw: dict[str, Any], line: int) -> Span:
    start, end = _nanos(raw.get("startTimeUnixNano")), _nanos(raw.get("endTimeUnixNano"))
    return Span(
        text_field(raw, "traceId") or "trace",
        text_field(raw, "spanId") or "",
        text_field(raw, "parentSpanId"),
        text_field(raw, "name") or "",
        start,
        end,
        attributes(raw.get("attributes")),
        raw,
        line,
    )


def _kind(span: Span) -> str:
    kind = span.values.get("openinference.span.kind")
    if isinstance(kind, str):
        return kind.upper()
    operation = span.values.get("gen_ai.operation.name")
    return {"chat": "LLM", "text_completion": "LLM", "generate_content": "LLM", "execute_tool": "TOOL", "invoke_agent": "AGENT"}.get(
        operation if isinstance(operation, str) else "", ""
    )


def _branch(span: Span, by_id: dict[str, Span]) -> str | None:
    """The subagent that a span belongs to: the outermost agent that a tool call started."""
    found: str | None = None
    agent: str | None = None
    seen: set[str] = set()
    current = by_id.get(span.parent or "")
    while current is not None and current.identity not in seen:
        seen.add(current.identity)
        kind = _kind(current)
        if kind == "AGENT":
            agent = current.name
        elif kind == "TOOL" and agent is not None:
            found = f"subagent:{agent}"
        current = by_id.get(current.parent or "")
    return found


def _trace(trace: str, spans: list[Span], service: str | None, source: Source) -> Iterator[Record]:
    spans.sort(key=lambda span: span.start)
    by_id = {span.identity: span for span in spans}
    agent = next((span.name for span in spans if _kind(span) == "AGENT"), None)
    session = Session(Run(trace, "", agent=agent or service, started_at=iso(spans[0].start), ended_at=iso(max(span.end for span in spans)), source=source.display, format=NAME))
    told: dict[str | None, Counter[str]] = {}
    for span in spans:
        if _kind(span) == "LLM":
            branch = _branch(span, by_id)
            session.chat.branch = branch
            _call(session, span, told.setdefault(branch, Counter()))
        _errors(session, span)
    yield from session.finish()


def _call(session: Session, span: Span, told: Counter[str]) -> None:
    """One call of a model: what of its history is new, then its answer."""
    seen: Counter[str] = Counter()
    for message in messages(span.values, "input"):
        key = key_of(message)
        seen[key] += 1
        if seen[key] > told[key]:
            told[key] += 1
            session.feed({**message, "timestamp": iso(span.start)}, span.line)
    for index, message in enumerate(messages(span.values, "output")):
        told[key_of(message)] += 1
        more = {"usage": usage(span.values), "model": model(span.values)} if index == 0 else {}
        session.feed({**message, **more, "timestamp": iso(span.end)}, span.line)


def _errors(session: Session, span: Span) -> None:
    """What a model or agent span says about its failure. A tool's failure is the tool's, and is in its result."""
    if _kind(span) == "TOOL":
        return
    said = False
    for event in listed(span.raw.get("events")):
        values = attributes(sub(event).get("attributes"))
        if sub(event).get("name") == "exception" or "exception.type" in values:
            said = True
            session.say(
                text_field(values, "exception.type") or "exception", text_field(values, "exception.message") or "", at=iso(_nanos(sub(event).get("timeUnixNano"))), line=span.line
            )
    status = sub(span.raw, "status")
    if not said and status.get("code") in (2, "STATUS_CODE_ERROR"):
        session.say(text_field(span.values, "error.type") or "error", text_field(status, "message") or "", at=iso(span.end), line=span.line)
