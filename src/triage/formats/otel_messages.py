"""Attributes of OpenTelemetry spans as chat messages: OpenInference's flattened ones, and the JSON texts of the GenAI conventions."""

from __future__ import annotations

from typing import Any

from triage.errors import BadInput
from triage.formats.chat_parts import text_of
from triage.formats.files import dumps, integer, loads
from triage.formats.rows import listed, sub, text_field


def attributes(entries: object) -> dict[str, Any]:
    """The plain values of a list of `{key, value: {stringValue | intValue | ...}}`."""
    found: dict[str, Any] = {}
    for entry in listed(entries):
        if isinstance(entry, dict) and isinstance(entry.get("key"), str):
            found[entry["key"]] = _value(entry.get("value"))
    return found


def _value(value: object) -> Any:
    if not isinstance(value, dict):
        return value
    for key, plain in value.items():
        if key == "intValue":
            return int(plain) if isinstance(plain, str) and plain.lstrip("-").isdigit() and len(plain) < 20 else plain
        if key == "arrayValue":
            return [_value(item) for item in listed(sub(plain).get("values"))]
        if key == "kvlistValue":
            return attributes(sub(plain).get("values"))
        return plain
    return None


def unflatten(values: dict[str, Any], prefix: str) -> list[dict[str, Any]]:
    """The list of objects that attributes such as `<prefix>.0.message.role` spell out."""
    rows: dict[int, dict[str, Any]] = {}
    for key, value in values.items():
        if not key.startswith(prefix + "."):
            continue
        index, _, rest = key[len(prefix) + 1 :].partition(".")
        if index.isdecimal() and len(index) < 7 and rest:
            rows.setdefault(int(index), {})[rest] = value
    return [rows[index] for index in sorted(rows)]


def messages(values: dict[str, Any], side: str) -> list[dict[str, Any]]:
    """Messages of a span: `side` is `input` or `output`."""
    flat = unflatten(values, f"llm.{side}_messages")
    if flat:
        return [_flat(row) for row in flat]
    found: list[dict[str, Any]] = []
    if side == "input":
        instructions = _json(values.get("gen_ai.system_instructions"))
        texts = [text_of(part.get("content")) for part in listed(instructions) if isinstance(part, dict)]
        if texts:
            found.append({"role": "system", "content": "\n".join(texts)})
    for message in listed(_json(values.get(f"gen_ai.{side}.messages"))):
        if isinstance(message, dict):
            found += _parts(message)
    return found


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    texts = [text_of(part.get("message_content.text")) for part in unflatten(row, "message.contents")]
    calls = [
        {"id": call.get("tool_call.id"), "name": call.get("tool_call.function.name"), "arguments": call.get("tool_call.function.arguments")}
        for call in unflatten(row, "message.tool_calls")
    ]
    content = row.get("message.content")
    message = {"role": row.get("message.role"), "content": content if content is not None else "\n".join(text for text in texts if text), "tool_calls": calls}
    return {**message, "tool_call_id": row.get("message.tool_call_id"), "name": row.get("message.name")}


def _parts(message: dict[str, Any]) -> list[dict[str, Any]]:
    """One message of the GenAI conventions; each tool response in it becomes a message of its own."""
    texts: list[str] = []
    reasoning: list[str] = []
    calls: list[dict[str, Any]] = []
    answers: list[dict[str, Any]] = []
    for part in listed(message.get("parts")):
        kind = sub(part).get("type")
        if kind == "tool_call":
            calls.append({"id": part.get("id"), "name": part.get("name"), "arguments": part.get("arguments")})
        elif kind == "tool_call_response":
            answers.append({"role": "tool", "tool_call_id": part.get("id"), "content": text_of(part.get("response", part.get("result")))})
        elif kind in ("reasoning", "thinking"):
            reasoning.append(text_of(part.get("content")))
        elif kind == "text":
            texts.append(text_of(part.get("content", part.get("text"))))
        elif part:
            texts.append(text_of(part))
    if texts or calls or reasoning or not answers:
        main = {"role": message.get("role"), "content": "\n".join(texts), "reasoning": "\n".join(reasoning), "tool_calls": calls, "finish_reason": message.get("finish_reason")}
        return [main, *answers]
    return answers


def _json(value: object) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return loads(value)
    except BadInput:
        return None


def key_of(message: dict[str, Any]) -> str:
    """What makes two tellings of a message the same: who said what, and which calls."""
    calls = [(text_of(call.get("name")), text_of(call.get("arguments"))) for call in listed(message.get("tool_calls")) if isinstance(call, dict)]
    return dumps([message.get("role"), text_of(message.get("content")), calls])


def usage(values: dict[str, Any]) -> dict[str, int]:
    """Tokens of a span's model call."""
    first = integer(values.get("llm.token_count.prompt", values.get("gen_ai.usage.input_tokens")))
    out = integer(values.get("llm.token_count.completion", values.get("gen_ai.usage.output_tokens")))
    return {**({"input_tokens": first} if first is not None else {}), **({"output_tokens": out} if out is not None else {})}


def model(values: dict[str, Any]) -> str | None:
    """The model of a span's call."""
    return text_field(values, "llm.model_name", "gen_ai.response.model", "gen_ai.request.model")
