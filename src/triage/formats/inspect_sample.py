"""One sample of an Inspect log as a run: messages, tool calls, scores, errors, limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triage.formats.chat_parts import media
from triage.formats.files import dumps, integer, number, strip_base64
from triage.formats.inspect_events import ModelCall, Told, told
from triage.formats.inspect_log import Log, exception_events
from triage.formats.inspect_scores import scores_of
from triage.formats.kinds import run_kind
from triage.formats.rows import listed, sub, text_field
from triage.formats.stamps import seconds_between
from triage.model import Event, Problem, Record, Run, Step, Task, ToolCall

_LIMITS = {"context": "context", "time": "time", "working": "time", "message": "steps", "turn": "steps", "token": "tokens", "cost": "cost", "operator": "operator"}
_UNTOLD = ModelCall(None, None, None, None)
_REF = "attachment://"


def sample_records(sample: dict[str, Any], log: Log, file: str | None) -> Iterator[Record]:
    """Task, Run, steps, calls, checks and events of one sample."""
    own, epoch = sample.get("id"), integer(sample.get("epoch"))
    name = own if isinstance(own, str) else dumps(own)
    run_id = f"{log.log_id}/{name}/{1 if epoch is None else epoch}"
    task_id = f"{log.task}/{name}"
    reader = _Messages(run_id, sub(sample, "attachments"), file)
    facts = told(sample.get("events"), run_id)
    reader.take(sample.get("messages"), facts)
    checks, score, passed = scores_of(sample, run_id)
    error, limit = sub(sample, "error"), sub(sample, "limit")
    tokens_in, tokens_out, cost = _usage(sample.get("model_usage"))
    started, ended = text_field(sample, "started_at") or facts.first_at, text_field(sample, "completed_at") or facts.last_at
    duration = number(sample.get("total_time"))
    prompt = reader.prompt(sample.get("input"))
    if prompt:
        yield Task(task_id, log.task_version, suite=log.task, prompt=prompt, origin="run", path=log.display, format=log.format)
    answer = sub(sample, "output").get("completion")
    yield Run(
        run_id,
        task_id,
        log.task_version,
        run_kind(log.agent),
        log.task,
        log.model,
        log.agent,
        epoch,
        score,
        passed,
        "error" if error else text_field(limit, "type") or log.status,
        None,
        started,
        ended,
        duration if duration is not None else seconds_between(started, ended),
        tokens_in,
        tokens_out,
        cost,
        source=log.display,
        format=log.format,
        truncated=log.status == "started" and not error and not checks,
        has_transcript=bool(reader.steps),
        final_answer=reader.final or (reader.resolve(answer) if isinstance(answer, str) and answer else None),
        meta=log.meta,
    )
    yield from reader.steps
    yield from reader.calls
    yield from checks
    if error and facts.failed:
        facts.events[facts.failed - 1] = facts.events[facts.failed - 1]._replace(is_terminal=True)
    events = [*facts.events, *_ends(sample, log, run_id, error, limit, bool(checks), len(reader.steps) - 1)]
    for seq, event in enumerate(events):
        text = reader.resolve(event.text)
        yield event._replace(seq=seq, file=file, text=text)
    for kind, count in (facts.unknown + reader.unknown).items():
        yield Problem(log.display, "unknown_record", kind, file, "an Inspect sample", "note", count, run_id)


def _ends(sample: dict[str, Any], log: Log, run_id: str, error: dict[str, Any], limit: dict[str, Any], scored: bool, last: int) -> Iterator[Event]:
    """How the sample ended: retried errors, the limit, the error that stopped it, and the log's own word."""
    step = last if last >= 0 else None
    for retried in listed(sample.get("error_retries")):
        if isinstance(retried, dict):
            yield from exception_events(run_id, retried, retry=True, terminal=False, step=None)
    if limit:
        kind = limit.get("type")
        words = text_field(limit, "reason") or f"{kind} limit {dumps(limit.get('limit'))}"
        yield Event(run_id, 0, "agent", "limit", "limit", _LIMITS.get(kind, "custom") if isinstance(kind, str) else "custom", words, is_terminal=True, step=step)
    if error:
        yield from exception_events(run_id, error, retry=False, terminal=True, step=step)
    if error:
        yield Event(run_id, 0, "agent", "harness_enum", "status", "error", f"error (the log: {log.status})", is_terminal=True, step=step)
        return
    if scored:
        yield Event(run_id, 0, "agent", "harness_enum", "status", "success", "success", is_terminal=True, step=step)
        return
    cause = text_field(log.error, "message")
    yield Event(run_id, 0, "agent", "harness_enum", "status", log.status, f"{log.status}: {cause}" if cause else log.status, is_terminal=True, step=step)


def _usage(usage: object) -> tuple[int | None, int | None, float | None]:
    """Input (cached included) and output tokens and cost, summed over the models."""
    total_in = total_out = None
    cost = None
    for record in usage.values() if isinstance(usage, dict) else ():
        if not isinstance(record, dict):
            continue
        parts = [count for key in ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write") if (count := integer(record.get(key))) is not None]
        out, price = integer(record.get("output_tokens")), number(record.get("total_cost"))
        total_in = (total_in or 0) + sum(parts) if parts else total_in
        total_out = (total_out or 0) + out if out is not None else total_out
        cost = (cost or 0.0) + price if price is not None else cost
    return total_in, total_out, cost


class _Messages:
    """The messages of one sample."""

    def __init__(self, run_id: str, attachments: dict[str, Any], file: str | None) -> None:
        self.run_id, self.attachments, self.file = run_id, attachments, file
        self.steps: list[Step] = []
        self.calls: list[ToolCall] = []
        self.final: str | None = None
        self.unknown = Told().unknown

    def resolve(self, text: str) -> str:
        """Text in place of a reference to an attachment."""
        if _REF not in text:
            return text
        if text.startswith(_REF):
            found = self.attachments.get(text[len(_REF) :])
            return found if isinstance(found, str) else text
        return text

    def prompt(self, given: object) -> str | None:
        """The sample's input: text, or the user's messages of a list."""
        if isinstance(given, str):
            return self.resolve(given)
        texts = [self._content(message.get("content"))[0] for message in listed(given) if isinstance(message, dict) and message.get("role") in ("user", None)]
        return "\n".join(text for text in texts if text) or None

    def take(self, messages: object, facts: Told) -> None:
        """Read all messages in order."""
        pending: dict[str, int] = {}
        run_id, file = self.run_id, self.file
        for index, message in enumerate(listed(messages)):
            if not isinstance(message, dict):
                self.unknown["message that is not an object"] += 1
                continue
            role = message.get("role")
            if role not in ("system", "user", "assistant", "tool"):
                self.unknown[f"role {str(role)[:60]}"] += 1
                role = "user"
            content, reasoning = message.get("content"), None
            if isinstance(content, str) and _REF not in content and "base64," not in content:
                text = content
            else:
                text, reasoning = self._content(content)
            step = len(self.steps)
            if role == "assistant":
                own = message.get("id")
                model = facts.models.get(own) if isinstance(own, str) else None
                name = message.get("model")
                name = name if isinstance(name, str) else None
                at, tokens_in, tokens_out, finish = model or _UNTOLD
                self.steps.append(Step(run_id, step, role, text, reasoning, name, at, tokens_in, tokens_out, finish, False, None, file, index))
                if text:
                    self.final = text
                for made in listed(message.get("tool_calls")):
                    self._call(made, step, pending)
            elif role == "tool":
                own = message.get("tool_call_id")
                slot = pending.pop(own, None) if isinstance(own, str) else None
                self.steps.append(Step(run_id, step, role, "" if slot is not None else text, None, None, None, None, None, None, False, None, file, index))
                if slot is not None:
                    error = message.get("error")
                    words = text_field(error, "message") if isinstance(error, dict) else None
                    result = text if not words or words in text else f"{text}\n{words}" if text else words
                    call, took = self.calls[slot], facts.durations.get(own) if isinstance(own, str) else None
                    self.calls[slot] = ToolCall(run_id, call.step, call.call, call.name, call.arguments, result, bool(error), call.exit_code, step, call.call_id, took)
            else:
                self.steps.append(Step(run_id, step, role, text, file=file, line=index))

    def _call(self, call: object, step: int, pending: dict[str, int]) -> None:
        if not isinstance(call, dict):
            self.unknown["tool call that is not an object"] += 1
            return
        own, given = call.get("id"), call.get("arguments")
        if isinstance(own, str):
            pending[own] = len(self.calls)
        text = None if given is None else given if isinstance(given, str) else dumps(given)
        broken = isinstance(call.get("parse_error"), str)
        name = call.get("function") or call.get("name")
        name = name if isinstance(name, str) else ""
        self.calls.append(ToolCall(self.run_id, step, len(self.calls), name, text, is_error=True if broken else None, call_id=own if isinstance(own, str) else None))

    def _content(self, content: object) -> tuple[str, str | None]:
        """Text and reasoning of a message's content."""
        if isinstance(content, str):
            text = self.resolve(content) if _REF in content else content
            return (strip_base64(text) if "base64," in text else text), None
        texts: list[str] = []
        thoughts: list[str] = []
        for part in listed(content):
            kind = part.get("type") if isinstance(part, dict) else None
            if not isinstance(part, dict):
                texts += [part] if isinstance(part, str) else []
            elif kind == "text":
                texts.append(self.resolve(text_field(part, "text") or ""))
            elif kind == "reasoning":
                thoughts.append(self.resolve(text_field(part, "summary" if part.get("redacted") is True else "reasoning", "summary") or ""))
            elif kind == "image":
                texts.append(_image(self.resolve(text_field(part, "image") or "")))
            elif kind in ("audio", "video", "document"):
                texts.append(f"[{kind}]" if len(str(part.get(str(kind)))) > 500 else media(part))
            elif kind in ("data", "tool_use"):
                texts.append(dumps(part.get("data", part)))
            else:
                self.unknown[f"content {str(kind)[:60]}"] += 1
        return "\n".join(text for text in texts if text), "\n".join(thought for thought in thoughts if thought) or None


def _image(address: str) -> str:
    return strip_base64(address) if len(address) < 4000 or address.startswith("data:") else f"[image, {len(address)} characters]"
