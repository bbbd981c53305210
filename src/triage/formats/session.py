"""One session of an agent program while it is read: the conversation, and what the program itself wrote about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from triage.formats.chat_messages import Converter, Made
from triage.formats.conversation import emit
from triage.formats.files import dumps
from triage.formats.rows import sub, text_field
from triage.model import Event, Problem, Record, Run, Step, ToolCall

_CODE = re.compile(r'"?(?:code|status|status_?code)"?\s*[:=]\s*"?(\d{3})\b|^\W*(?:(?:API )?Error:? *)?([1-5]\d\d)\b', re.IGNORECASE)


def http_code(text: str) -> str | None:
    """The HTTP status that an error text of an agent program or provider states, or None."""
    found = _CODE.search(text[:4000])
    return (found[1] or found[2]) if found else None


class Session:
    """Gathers one run. Feed messages with `feed`, the program's own records with `say`; `finish` yields everything."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.chat = Converter(run.run_id, None, run.source)
        self.made: list[Made] = []
        self.events: list[Event] = []
        self.problems: list[Problem] = []

    def set(self, **fields: Any) -> None:
        """Set fields of the run that are not set yet."""
        self.run = self.run._replace(**{key: value for key, value in fields.items() if value is not None and getattr(self.run, key) in (None, "")})

    @property
    def here(self) -> int | None:
        """The step that was read last."""
        return self.chat.steps - 1 if self.chat.steps else None

    def feed(self, message: object, line: int | None = None) -> None:
        """Take one chat message."""
        self.made += self.chat.feed(message, line)

    def say(self, kind: str, text: str, *, channel: str = "agent_event", code: str | None = None, retry: bool = False, at: str | None = None, line: int | None = None) -> None:
        """Take one record of the agent program. It stands after the step that was read last."""
        self.events.append(Event(self.run.run_id, 0, "agent", channel, kind, code or http_code(text), text, retry, step=self.here, at=at, line=line))

    def interrupted(self, text: str, *, at: str | None = None, line: int | None = None) -> None:
        """Take a notice that a person stopped the agent."""
        self.say("limit", text, channel="limit", code="operator", at=at, line=line)

    def error(self, error: object, kind: str = "error", *, retry: bool = False, at: str | None = None, line: int | None = None) -> None:
        """Take an error record: text, or an object with a message and maybe a name, a status and the provider's body."""
        if not isinstance(error, dict):
            self.say(kind, error if isinstance(error, str) else dumps(error), retry=retry, at=at, line=line)
            return
        data = sub(error, "data") or error
        name = text_field(error, "name", "type", "errorType", "class") or kind
        text = text_field(data, "message", "error", "detail") or text_field(error, "message") or dumps(error)
        code = next((str(data[key]) for key in ("statusCode", "status_code", "status", "code", "errorCode") if isinstance(data.get(key), (int, str)) and data[key]), None)
        self.say(name, text, code=code, retry=retry, at=at, line=line)
        body = text_field(data, "responseBody", "response_body", "body")
        if body:
            self.say(name, body, channel="api_error_json", code=code, retry=retry, at=at, line=line)

    def unknown(self, name: str) -> None:
        """Count a record of a kind that is not read."""
        self.chat.unknown[name[:80]] += 1

    def finish(self, *, prompt: str | None = None) -> Iterator[Record]:
        """All records of the run. What the program said after the model's last message is marked as the end."""
        self.made += self.chat.finish()
        called = {record.step for record in self.made if isinstance(record, ToolCall)}
        steps = (record for record in self.made if isinstance(record, Step) and record.role == "assistant" and not record.synthetic)
        last = max((step.step for step in steps if step.text or step.reasoning or step.step in called), default=-1)
        events = [event._replace(is_terminal=not event.is_retry and (event.step if event.step is not None else -1) >= last) for event in self.events]
        yield from emit(self.run, self.chat, self.made, [*events, *self.problems], prompt=prompt)


def tokens(fresh: object, out: object, *cached: object) -> dict[str, int] | None:
    """A usage record from counts: input without cached tokens, output, and any number of cached counts."""
    numbers = [int(value) for value in (fresh, *cached) if isinstance(value, (int, float)) and not isinstance(value, bool) and value == value and abs(value) < 2**62]
    output = int(out) if isinstance(out, (int, float)) and not isinstance(out, bool) and out == out and abs(out) < 2**62 else None
    if not numbers and output is None:
        return None
    return {"input_tokens": sum(numbers), **({"output_tokens": output} if output is not None else {})}
