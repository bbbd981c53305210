"""What one chat message holds: text, reasoning, tool calls and tool results, whichever of the common shapes it has."""

from __future__ import annotations

from typing import Any, NamedTuple

from triage.formats.files import dumps, integer, strip_base64

ROLES = {
    **dict.fromkeys(("system", "developer"), "system"),
    **dict.fromkeys(("user", "human"), "user"),
    **dict.fromkeys(("assistant", "ai", "gpt", "model", "bot", "agent", "chatgpt", "function_call"), "assistant"),
    **dict.fromkeys(("tool", "function", "observation", "environment", "tool_result", "toolResult", "tool_response", "ipython"), "tool"),
}
"""Role words in use, and the role that they mean."""
_TEXT = frozenset({"text", "input_text", "output_text", "summary_text", "reasoning_text"})
_MEDIA = frozenset({"image", "image_url", "input_image", "document", "file", "input_file", "input_audio", "audio", "video"})


class Call(NamedTuple):
    """A tool call inside a message."""

    name: str
    arguments: str | None
    call_id: str | None


class Result(NamedTuple):
    """A tool result inside a message. `call_id` and `name` are what it names as its call."""

    text: str
    call_id: str | None
    name: str | None = None
    is_error: bool | None = None
    exit_code: int | None = None


class Parts:
    """The parts of one message, gathered."""

    __slots__ = ("calls", "reasoning", "results", "text", "unknown")

    def __init__(self) -> None:
        self.text: list[str] = []
        self.reasoning: list[str] = []
        self.calls: list[Call] = []
        self.results: list[Result] = []
        self.unknown: list[str] = []

    def content(self, content: object) -> None:
        """Take a `content` field: null, text, one block or a list of blocks."""
        if content is None:
            return
        if isinstance(content, str):
            if content:
                self.text.append(strip_base64(content))
        elif isinstance(content, list):
            for block in content:
                self.block(block)
        elif isinstance(content, dict):
            self.block(content)
        else:
            self.text.append(dumps(content))

    def block(self, block: object) -> None:
        """Take one content block."""
        if not isinstance(block, dict):
            self.content(block if isinstance(block, str) else dumps(block))
            return
        kind = block.get("type")
        kind = kind if isinstance(kind, str) else ""
        if kind in _TEXT or (not kind and isinstance(block.get("text"), str)):
            text = block.get("text")
            if text:
                self.text.append(strip_base64(text if isinstance(text, str) else dumps(text)))
        elif kind in ("thinking", "reasoning"):
            self.reasoning.append(text_of(block.get("thinking") or block.get("text") or block.get("reasoning") or block.get("summary")))
        elif kind in ("redacted_thinking", "step-start"):
            return
        elif (kind.startswith("tool-") and "toolCallId" in block and kind not in ("tool-call", "tool-result")) or kind in ("dynamic-tool", "tool-invocation"):
            self._invocation(kind, block)
        elif isinstance(block.get("functionCall"), dict):
            self.calls.append(call_of(block["functionCall"]))
        elif isinstance(block.get("functionResponse"), dict):
            self.results.append(function_response(block["functionResponse"]))
        elif isinstance(block.get("inlineData"), dict):
            self.text.append(media({"type": "file", "source": block["inlineData"]}))
        elif kind in ("tool_use", "server_tool_use", "mcp_tool_use", "tool_call", "tool-call", "toolCall", "function_call"):
            self.calls.append(call_of(block))
        elif kind.endswith(("tool_result", "tool_call_output", "tool-result")):
            self.results.append(result_of(block))
        elif kind in _MEDIA or "source" in block:
            self.text.append(media(block))
        elif kind == "refusal":
            self.text.append(text_of(block.get("refusal")))
        elif kind or block:
            self.unknown.append(kind or "block without a type")
            self.text.append(strip_base64(dumps(block)))

    def _invocation(self, kind: str, block: dict[str, Any]) -> None:
        """A part of the AI SDK's messages that holds a call and, when it is done, its result."""
        inner = block.get("toolInvocation")
        inner = inner if isinstance(inner, dict) else block
        name, call_id = inner.get("toolName"), id_of(inner, "toolCallId")
        arguments = inner.get("input", inner.get("args"))
        self.calls.append(Call(name if isinstance(name, str) else kind.removeprefix("tool-"), arguments_text(arguments), call_id))
        failure = inner.get("errorText")
        output = failure if failure is not None else inner.get("output", inner.get("result"))
        if output is not None:
            self.results.append(Result(text_of(output), call_id, None, True if failure is not None else None))


def text_of(value: object) -> str:
    """The plain text of a content field, blocks joined by line ends, media replaced by a note."""
    if isinstance(value, str):
        return strip_base64(value)
    if value is None:
        return ""
    if isinstance(value, dict) and not ("type" in value or "text" in value):
        return strip_base64(dumps(value))
    parts = Parts()
    parts.content(value)
    return "\n".join(parts.text or parts.reasoning or [r.text for r in parts.results])


def media(block: dict[str, Any]) -> str:
    """A note in place of an image, sound or file: media type and size, or its address."""
    source = block.get("source") or block.get("image_url") or block.get("file") or block.get("input_audio") or block
    if isinstance(source, dict):
        kind = source.get("media_type") or source.get("mimeType") or source.get("format") or block.get("type") or "file"
        data = source.get("data") or source.get("file_data")
        url = source.get("url") or source.get("file_id") or source.get("filename")
        if isinstance(data, str) and source.get("type") != "text":
            return f"[{kind}, {len(data) * 3 // 4} bytes]"
        if isinstance(data, str):
            return data
        source = url if isinstance(url, str) else f"[{kind}]"
    return strip_base64(str(source)) if not isinstance(source, str) or len(source) < 2000 or source.startswith("data:") else f"[{block.get('type')}, {len(source)} characters]"


def arguments_text(value: object) -> str | None:
    """Arguments of a call as JSON text; text stays as it is, also where it is not JSON."""
    if value is None or isinstance(value, str):
        return value
    return strip_base64(dumps(value))


def call_of(call: object) -> Call:
    """A tool call from OpenAI's `tool_calls` entry, Anthropic's `tool_use` block, or `{name, args, id}`."""
    if not isinstance(call, dict):
        return Call("", arguments_text(call), None)
    function = call.get("function")
    inner = function if isinstance(function, dict) else call
    name = inner.get("name") or call.get("toolName") or call.get("tool_name") or (function if isinstance(function, str) else None)
    arguments = next((inner[key] for key in ("arguments", "input", "args", "parameters") if inner.get(key) is not None), None)
    return Call(name if isinstance(name, str) else "", arguments_text(arguments), id_of(call, "id", "call_id", "tool_call_id", "toolCallId"))


def result_of(block: dict[str, Any]) -> Result:
    """A tool result from a block or a message of role `tool`."""
    for key in ("content", "output", "text", "result", "value"):
        if block.get(key) is not None:
            text = text_of(block[key])
            break
    else:
        run = block.get("run")
        text = text_of(run.get("result", run.get("error")) if isinstance(run, dict) else block.get("error"))
    name = block.get("name") or block.get("toolName") or block.get("tool_name")
    flag = block.get("is_error", block.get("isError"))
    if not isinstance(flag, bool):
        flag = True if block.get("status") in ("error", "failed") else None
    code = integer(block.get("exit_code", block.get("returncode")))
    return Result(text, id_of(block, "tool_use_id", "tool_call_id", "call_id", "toolCallId", "toolUseID"), name if isinstance(name, str) else None, flag, code)


def function_response(response: dict[str, Any]) -> Result:
    """A tool result of Gemini's shape: `{id, name, response: {output | error}}`."""
    body, name = response.get("response"), response.get("name")
    body = body if isinstance(body, dict) else {"output": body}
    failed = True if body.get("error") and body.get("output") is None else None
    text = text_of(body.get("error") if failed else body["output"] if body.get("output") is not None else body)
    return Result(text, id_of(response, "id"), name if isinstance(name, str) else None, failed)


def id_of(value: dict[str, Any], *keys: str) -> str | None:
    """The first of the fields that is there, as text."""
    for key in keys:
        found = value.get(key)
        if isinstance(found, str) and found:
            return found
        if isinstance(found, int) and not isinstance(found, bool):
            return str(found)
    return None


def usage(value: object) -> tuple[int | None, int | None]:
    """Input tokens with cached ones, and output tokens, of a usage record of OpenAI's or Anthropic's shape."""
    if not isinstance(value, dict):
        return None, None
    first = integer(value.get("input_tokens", value.get("prompt_tokens")))
    cached = [integer(value.get(key)) or 0 for key in ("cache_read_input_tokens", "cache_creation_input_tokens")]
    out = integer(value.get("output_tokens", value.get("completion_tokens")))
    return None if first is None else first + sum(cached), out
