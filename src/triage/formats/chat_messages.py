"""Chat messages into steps and tool calls: OpenAI chat, Responses items, Anthropic messages, ShareGPT, and mixtures.

Readers of many formats use this. `convert` is for a list; `Converter` for a reader that goes line by line or wants the
totals. A tool call is yielded when its result is known, else at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from triage.formats.chat_parts import ROLES, Call, Parts, Result, arguments_text, call_of, id_of, result_of, text_of, usage
from triage.formats.files import integer, loads, strip_base64
from triage.formats.stamps import iso
from triage.model import Event, Problem, Step, ToolCall

SYNTHETIC = "<synthetic>"
Made = Step | ToolCall | Event | Problem


def convert(messages: Iterable[object], run_id: str, file: str | None) -> Iterator[Made]:
    """Steps, tool calls, events and problems of a list of messages; `line` is the index in the list.

    Never raises on any shape of message.
    """
    converter = Converter(run_id, file)
    for index, message in enumerate(messages):
        yield from converter.feed(message, index)
    yield from converter.finish()


class Converter:
    """Takes messages one by one. After `finish`, the counters tell about the whole conversation.

    tokens_in, tokens_out: sums over the messages that report them, else None. final_answer: the last text that the model
    wrote. models: how many messages each model wrote. prompt: the first text of a user.
    """

    def __init__(self, run_id: str, file: str | None = None, path: str | None = None, branch: str | None = None) -> None:
        self.run_id, self.file, self.path, self.branch = run_id, file, path or file or "", branch
        self.steps = self.calls = self.events = 0
        self.tokens_in: int | None = None
        self.tokens_out: int | None = None
        self.final_answer: str | None = None
        self.prompt: str | None = None
        self.system: str | None = None
        self.models: Counter[str] = Counter()
        self.unknown: Counter[str] = Counter()
        self.first_at: str | None = None
        self.last_at: str | None = None
        self.finish_reason: str | None = None
        self._pending: dict[str, ToolCall] = {}
        self._unbound: list[ToolCall] = []
        self._synthetic: list[Event] = []
        self._reasoning: list[str] = []
        self._turn: int | None = None

    @property
    def model(self) -> str | None:
        """The model that wrote most messages."""
        return self.models.most_common(1)[0][0] if self.models else None

    def feed(self, message: object, line: int | None = None) -> list[Made]:
        """Records of one message. `line` is where it stands in its file."""
        try:
            return self._feed(message, line)
        except RecursionError:
            self.unknown["message nested too deeply"] += 1
            return []

    def _feed(self, message: object, line: int | None) -> list[Made]:
        if not isinstance(message, dict):
            if isinstance(message, str) and message:
                return [self._step("user", strip_base64(message), line)]
            if message is not None:
                self.unknown[f"message that is {type(message).__name__}"] += 1
            return []
        inner = message.get("message")
        if isinstance(inner, dict) and "content" not in message:
            message = {**message, **inner, "type": inner.get("type", "message")}
            if "role" not in message:
                message["role"] = message.get("type")
        kind = message.get("type")
        if isinstance(kind, str) and "role" not in message and kind != "message" and "from" not in message:
            return self._item(kind, message, line)
        return self._message(message, line)

    def finish(self) -> list[Made]:
        """What is still open: calls without a result, synthetic messages at the end, unknown shapes."""
        made: list[Made] = []
        if self._reasoning:
            made.append(self._step("assistant", "", None))
        still_open: list[ToolCall] = sorted([*self._pending.values(), *self._unbound], key=lambda call: call.call)
        made += still_open
        self._pending, self._unbound = {}, []
        made += self._synthetic
        self._synthetic = []
        made += [Problem(self.path, "unknown_record", name, None, "a chat message", "note", count, self.run_id) for name, count in self.unknown.items()]
        self.unknown = Counter()
        return made

    def _message(self, message: dict[str, Any], line: int | None) -> list[Made]:
        word = message.get("role", message.get("from", message.get("author")))
        if isinstance(word, dict):
            word = word.get("role")
        role = ROLES.get(word) if isinstance(word, str) else None
        if role is None:
            role = ROLES.get(word.strip().lower(), "") if isinstance(word, str) else ""
            if not role:
                self.unknown[f"role {str(word)[:60]}"] += 1
                role = "assistant"
        parts = Parts()
        content = message.get("content")
        if content is None:
            content = next((message[key] for key in ("value", "text", "parts", "result", "output") if message.get(key) is not None), None)
        if role == "tool":
            return self._tool_message(message, content, line)
        parts.content(content)
        for name in parts.unknown:
            self.unknown[f"content block {name[:60]}"] += 1
        calls = message.get("tool_calls")
        if isinstance(calls, list):
            parts.calls += [call_of(call) for call in calls if call is not None]
        legacy = message.get("function_call")
        if isinstance(legacy, dict):
            parts.calls.append(call_of(legacy))
        if word == "function_call" and not parts.calls:
            parts.calls.append(_call_in_text("\n".join(parts.text)))
            parts.text = []
        if role == "assistant" and isinstance(message.get("refusal"), str):
            parts.text.append(message["refusal"])
        self._reasoning_of(message, parts)
        made: list[Made] = []
        text = "\n".join(parts.text)
        if role == "assistant":
            made.append(self._assistant(message, text, parts, line))
        elif text or not parts.results:
            self._turn = None
            made.append(self._step(role, text, line, at=_at(message)))
        else:
            return self._results(parts.results, line, _at(message))
        made += self._add_calls(parts.calls, self.steps - 1)
        for result in parts.results:
            made += self._bind(result, self.steps - 1)
        return made

    def _reasoning_of(self, message: dict[str, Any], parts: Parts) -> None:
        for key in ("reasoning_content", "reasoning", "thinking", "thought", "thinking_blocks", "reasoning_details"):
            value = message.get(key)
            if value and not parts.reasoning:
                text = value if isinstance(value, str) else "\n".join(_reasoning_texts(value))
                if text:
                    parts.reasoning.append(text)

    def _assistant(self, message: dict[str, Any], text: str, parts: Parts, line: int | None) -> Step:
        model = message.get("model")
        model = model if isinstance(model, str) and model else None
        flagged = message.get("isApiErrorMessage") is True
        synthetic = flagged or model == SYNTHETIC
        tokens = usage(message.get("usage") or message.get("usage_metadata"))
        reason = message.get("finish_reason") or message.get("stop_reason")
        reason = reason if isinstance(reason, str) else None
        reasoning = [*self._reasoning, *(part for part in parts.reasoning if part)]
        self._reasoning = []
        step = self._step("assistant", text, line, at=_at(message), reasoning="\n".join(reasoning) or None, model=model, tokens=tokens, reason=reason, synthetic=synthetic)
        self._turn = step.step
        if synthetic:
            code = message.get("apiErrorStatus")
            event = Event(self.run_id, self.events, "agent", "synthetic_message", "message", None if code is None else str(code), text)
            self._synthetic.append(event._replace(is_terminal=True, step=step.step, at=step.at, file=self.file, line=line))
            self.events += 1
        return step

    def _step(
        self,
        role: str,
        text: str,
        line: int | None,
        *,
        at: str | None = None,
        reasoning: str | None = None,
        model: str | None = None,
        tokens: tuple[int | None, int | None] = (None, None),
        reason: str | None = None,
        synthetic: bool = False,
    ) -> Step:
        number = self.steps
        self.steps += 1
        if self._reasoning:
            reasoning = "\n".join([*self._reasoning, reasoning or ""]).rstrip("\n")
            self._reasoning = []
        if tokens[0] is not None:
            self.tokens_in = (self.tokens_in or 0) + tokens[0]
        if tokens[1] is not None:
            self.tokens_out = (self.tokens_out or 0) + tokens[1]
        if role == "assistant" and not synthetic:
            self._synthetic = [event._replace(is_terminal=False) for event in self._synthetic]
            if text:
                self.final_answer = text
            if model:
                self.models[model] += 1
            self.finish_reason = reason
        elif role == "user" and self.prompt is None and text:
            self.prompt = text
        elif role == "system" and self.system is None:
            self.system = text
        if at:
            self.first_at = self.first_at or at
            self.last_at = at
        return Step(self.run_id, number, role, text, reasoning, model, at, tokens[0], tokens[1], reason, synthetic, self.branch, self.file, line)

    def _add_calls(self, calls: list[Call], step: int) -> list[Made]:
        made: list[Made] = []
        for call in calls:
            record = ToolCall(self.run_id, step, self.calls, call.name, call.arguments, call_id=call.call_id)
            self.calls += 1
            if call.call_id is None:
                self._unbound.append(record)
                continue
            older = self._pending.pop(call.call_id, None)
            if older is not None:
                made.append(older)
            self._pending[call.call_id] = record
        return made

    def _find(self, result: Result) -> ToolCall | None:
        """The open call that a result belongs to: by id, else by name, else the oldest open one."""
        if result.call_id is not None and result.call_id in self._pending:
            return self._pending.pop(result.call_id)
        if result.call_id is not None and not self._unbound:
            return None
        for position, call in enumerate(self._unbound):
            if result.name is None or call.name == result.name:
                return self._unbound.pop(position)
        if result.call_id is None and self._pending:
            key = next((k for k, call in self._pending.items() if call.name == result.name), None) if result.name else next(iter(self._pending))
            return self._pending.pop(key) if key is not None else None
        return None

    def _bind(self, result: Result, step: int) -> list[Made]:
        call = self._find(result)
        if call is None:
            call = ToolCall(self.run_id, step, self.calls, result.name or "", None, call_id=result.call_id)
            self.calls += 1
            self.unknown["tool result without a call"] += 1
        return [call._replace(result=result.text, is_error=result.is_error, exit_code=result.exit_code, result_step=step)]

    def _results(self, results: list[Result], line: int | None, at: str | None) -> list[Made]:
        """A message that is nothing but results: one step that holds the results which have a call, else their text."""
        self._turn = None
        made: list[Made] = []
        orphans: list[str] = []
        number = self.steps
        for result in results:
            call = self._find(result)
            if call is None:
                orphans.append(result.text)
            else:
                made.append(call._replace(result=result.text, is_error=result.is_error, exit_code=result.exit_code, result_step=number))
        return [self._step("tool", "\n".join(orphans), line, at=at), *made]

    def _tool_message(self, message: dict[str, Any], content: object, line: int | None) -> list[Made]:
        parts = Parts()
        parts.content(content)
        if parts.results and not parts.text:
            return self._results(parts.results, line, _at(message))
        result = result_of({**message, "content": "\n".join(parts.text)})
        ids = message.get("tool_call_ids")
        if result.call_id is None and isinstance(ids, list) and ids:
            result = result._replace(call_id=id_of({"id": ids[0]}, "id"))
        return self._results([result], line, _at(message))

    def _item(self, kind: str, item: dict[str, Any], line: int | None) -> list[Made]:
        """A Responses item, or a bare block in place of a message."""
        if kind == "reasoning":
            self._reasoning += [text for text in _reasoning_texts([*_listed(item.get("summary")), *_listed(item.get("content"))]) if text]
            return []
        if kind.endswith(("_call_output", "_result", "tool-result")):
            code = item.get("exit_code")
            return self._results([result_of(item)._replace(exit_code=integer(code))], line, _at(item))
        if kind.endswith("_call") or kind in ("tool_use", "tool-call", "toolCall"):
            return self._call_item(kind, item, line)
        if kind in ROLES:
            return self._message({**item, "role": kind}, line)
        if "content" in item or "text" in item:
            return self._message({**item, "role": "assistant" if kind in ("output_text", "text", "thinking") else "user"}, line)
        self.unknown[kind[:80]] += 1
        return []

    def _call_item(self, kind: str, item: dict[str, Any], line: int | None) -> list[Made]:
        made: list[Made] = []
        if self._turn is None:
            step = self._step("assistant", "", line, at=_at(item))
            self._turn = step.step
            made.append(step)
        call = call_of(item)
        name = call.name or kind.removesuffix("_call")
        rest = item.get("action", item.get("queries", item.get("code")))
        call_id = id_of(item, "call_id", "tool_call_id", "id")
        made += self._add_calls([Call(name, call.arguments if call.arguments is not None else arguments_text(rest), call_id)], self._turn)
        answer = item.get("output", item.get("error", item.get("results", item.get("outputs"))))
        if answer is not None:
            failed = True if item.get("error") else None
            made += self._bind(Result(text_of(answer), call_id, name, failed), self._turn)
        return made


def _at(message: dict[str, Any]) -> str | None:
    for key in ("timestamp", "created_at", "ts", "time", "createdAt"):
        value = message.get(key)
        if value is not None:
            return iso(value)
    return None


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _reasoning_texts(value: object) -> list[str]:
    """Texts of reasoning blocks; encrypted ones have none."""
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        return [] if value is None else [text_of(value)]
    found: list[str] = []
    for block in value:
        if isinstance(block, str):
            found.append(block)
        elif isinstance(block, dict):
            text = block.get("thinking") or block.get("text") or block.get("summary") or block.get("content")
            if isinstance(text, str):
                found.append(text)
            elif isinstance(text, list):
                found += _reasoning_texts(text)
    return found


def _call_in_text(text: str) -> Call:
    """The call that a ShareGPT `function_call` message holds as JSON text."""
    try:
        value = loads(text) if text.lstrip()[:1] == "{" else None
    except Exception:  # any text may stand here; what is not JSON is kept raw
        value = None
    if isinstance(value, dict) and value.get("name"):
        return call_of(value)
    return Call("", text, None)


__all__ = ["Converter", "convert"]
