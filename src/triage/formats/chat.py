"""Chat transcripts of the general shapes: OpenAI chat, Responses, Anthropic messages, ShareGPT; JSON and JSON lines.

A JSON file is one conversation: a list of messages, or an object that holds one under `messages`, `conversations` or
`output`; or a list of such objects. A JSON-lines file has one conversation a line, or one message a line. Fields beside
the messages (`task_id`, `model`, `passed`, `reward`, ...) are taken as what they say. A run that names no task belongs to the task of
its prompt: runs with the same prompt are runs of the same task.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.chat_messages import Converter, Made
from triage.formats.chat_parts import ROLES, id_of
from triage.formats.conversation import Names, digest, emit, stem
from triage.formats.rows import RUN_IDS, end_events, run_of
from triage.formats.source import Source
from triage.model import Event, Problem, Record, Run

NAME = "chat"
TITLE = "Chat messages: OpenAI, Responses, Anthropic, ShareGPT; JSON or JSON lines"
WHERE = "docs/formats.md#chat"

_HOLDERS = ("messages", "conversations", "conversation", "trajectory", "history")
_ENDINGS = (".json", ".jsonl", ".ndjson", ".json.gz", ".jsonl.gz", ".json.zst", ".jsonl.zst")
_LIST_START = re.compile(rb"^\s*\[\s*\{")
_HELD_LIST = re.compile(rb'"(?:messages|conversations|conversation|trajectory|history)"\s*:\s*\[\s*\{\s*"(?:role|from|type|message|content|id|name|value|timestamp)"')
_ITEMS = frozenset({"message", "function_call", "function_call_output", "reasoning", "custom_tool_call", "custom_tool_call_output", "local_shell_call", "local_shell_call_output"})


def recognise(source: Source) -> bool:
    """A .json or .jsonl file whose first bytes hold messages with a role that is in use."""
    if source.is_dir or not source.name.endswith(_ENDINGS):
        return False
    head = source.head
    if b'"role"' not in head and b'"from"' not in head and b'"function_call' not in head and b'"message"' not in head:
        return False
    first = head.lstrip(files.BOM).lstrip()
    line = first.split(b"\n", 1)[0]
    complete = len(head) < 65536 or b"\n" in first
    for text in (first if len(head) < 65536 else b"", line if complete else b""):
        if not text:
            continue
        try:
            value = files.loads(text)
        except BadInput:
            continue
        return shape(value) != ""
    return bool(_HELD_LIST.search(first)) or bool(_LIST_START.match(first) and b'"role"' in first[:4096])


def shape(value: object) -> str:
    """`message`, `conversation` (a list, or an object that holds one), `list` (of conversations), or empty: none of them."""
    if isinstance(value, list):
        first = next((item for item in value[:20] if isinstance(item, dict)), None)
        if first is None:
            return "list" if value and isinstance(value[0], list) and shape(value[0]) == "conversation" else ""
        return "conversation" if _is_message(first) else "list" if shape(first) == "conversation" else ""
    if not isinstance(value, dict):
        return ""
    if messages_of(value) is not None:
        return "conversation"
    return "message" if _is_message(value) else ""


def _is_message(value: dict[str, Any]) -> bool:
    role = value.get("role", value.get("from"))
    if isinstance(role, str):
        known = role in ROLES or role.strip().lower() in ROLES
        return known and any(key in value for key in ("content", "value", "tool_calls", "text", "function_call", "parts"))
    inner = value.get("message")
    if isinstance(inner, dict):
        return _is_message(inner)
    kind = value.get("type")
    return isinstance(kind, str) and kind in _ITEMS and any(key in value for key in ("call_id", "summary", "content"))


def messages_of(row: dict[str, Any]) -> list[Any] | None:
    """The messages that an object holds, with the answer of a response object or an API log at their end."""
    for key in _HOLDERS:
        held = row.get(key)
        if isinstance(held, str) and held[:1] == "[":
            try:
                held = files.loads(held)
            except BadInput:
                continue
        if isinstance(held, list) and (not held or any(isinstance(item, dict) and _is_message(item) for item in held[:20])):
            return held + _answer(row.get("response")) if key == "messages" else held
    request = row.get("request")
    if isinstance(request, dict) and isinstance(request.get("messages"), list):
        return [*request["messages"], *_answer(row.get("response"))]
    output = row.get("output")
    if isinstance(output, list) and any(isinstance(item, dict) and _is_message(item) for item in output[:20]):
        asked = row.get("input")
        before = [{"role": "user", "content": asked}] if isinstance(asked, str) else asked if isinstance(asked, list) else []
        return [*before, *output]
    return None


def _answer(response: object) -> list[Any]:
    """The message of a chat completion."""
    choices = response.get("choices") if isinstance(response, dict) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict) or not isinstance(choices[0].get("message"), dict):
        return []
    usage, model = (response.get("usage"), response.get("model")) if isinstance(response, dict) else (None, None)
    return [{**choices[0]["message"], "finish_reason": choices[0].get("finish_reason"), "usage": usage, "model": model}]


def read(source: Source) -> Iterator[Record]:
    """The conversations of the file."""
    name = source.name.removesuffix(".gz").removesuffix(".zst")
    if name.endswith(".json"):
        try:
            value = files.read_json(source.path)
        except BadInput as error:
            if not _looks_like_lines(source.head):
                yield files.problem(source.display, error)
                return
        else:
            yield from _document(value, source)
            return
    yield from _lines(source)


def _looks_like_lines(head: bytes) -> bool:
    try:
        return shape(files.loads(head.lstrip(files.BOM).lstrip().split(b"\n", 1)[0])) != ""
    except BadInput:
        return False


def _document(value: object, source: Source) -> Iterator[Record]:
    kind, names = shape(value), Names()
    if kind == "list" and isinstance(value, list):
        for row in _longest(value):
            yield from conversation(row, source, names)
    elif kind == "message":
        yield from conversation([value], source, names, whole=True)
    elif kind:
        yield from conversation(value, source, names, whole=True)
    else:
        yield Problem(source.display, "unknown_record", "no chat messages in the document", None, "a list of messages, or an object with `messages`")


def _longest(rows: list[Any]) -> list[Any]:
    """The rows without those whose messages are the beginning of another row of the same trial: exports tell a trial turn by turn."""
    by_trial: dict[str, list[list[Any]]] = {}
    for row in rows:
        if isinstance(row, dict) and isinstance(row.get("trial_name"), str):
            by_trial.setdefault(row["trial_name"], []).append(messages_of(row) or [])
    if not by_trial:
        return rows

    def begins_another(row: Any) -> bool:
        if not isinstance(row, dict) or not isinstance(row.get("trial_name"), str):
            return False
        own = messages_of(row) or []
        return any(len(other) > len(own) and other[: len(own)] == own for other in by_trial[row["trial_name"]])

    return [row for row in rows if not begins_another(row)]


def _lines(source: Source) -> Iterator[Record]:
    names = Names()
    single: Converter | None = None
    made: list[Made] = []
    cut = False
    problems: list[Problem] = []
    for line in files.iter_jsonl(source.path, source.display):
        if line.problem is not None:
            problems.append(line.problem)
            cut = cut or line.problem.kind == "truncated_line"
            continue
        kind = shape(line.value)
        if kind in ("conversation", "list"):
            for row in line.value if kind == "list" else [line.value]:
                yield from conversation(row, source, names, raw=line.raw)
        elif isinstance(line.value, dict):
            single = single or Converter(stem(source.path), None, source.display)
            made += single.feed(line.value, line.number)
    if single is not None and (single.steps or not names.seen):
        made += single.finish()
        yield from emit(Run(single.run_id, "", source=source.display, format=NAME, truncated=cut), single, made)
    yield from problems


def conversation(row: object, source: Source, names: Names, *, raw: bytes = b"", whole: bool = False) -> Iterator[Record]:
    """The records of one conversation: a list of messages, or an object that holds one."""
    messages = row if isinstance(row, list) else messages_of(row) if isinstance(row, dict) else None
    fields = row if isinstance(row, dict) else {}
    if messages is None:
        yield Problem(source.display, "unknown_record", "an entry without messages", None, "an object with `messages`", "warning")
        return
    base = stem(source.path)
    own = id_of(fields, *RUN_IDS)
    if own is not None and len(own) < 8 and own == id_of(fields, "id"):
        own = f"{base}:{own}"  # a row number or the like: it names the row only within its file
    content = raw or files.dumps(row).encode("utf-8", "replace")
    task = id_of(fields, "task_id", "instance_id", "example_id")
    run_id = names.unique(own or (base if whole else f"{base}:{task}" if task else f"{base}:{digest(content, 8)}"), content)
    run = run_of(fields, run_id, source.display, NAME)
    converter = Converter(run_id, None, source.display)
    made: list[Made] = []
    if isinstance(fields.get("system"), str) and fields["system"]:
        made += converter.feed({"role": "system", "content": fields["system"]})
    for index, message in enumerate(messages):
        made += converter.feed(message, index)
    made += converter.finish()
    yield from emit(run, converter, made, [*end_events(fields, run), *_incomplete(fields, run_id)])


def _incomplete(fields: dict[str, Any], run_id: str) -> list[Event]:
    """The limit that a response object says it ran into."""
    details = fields.get("incomplete_details")
    reason = details.get("reason") if isinstance(details, dict) else None
    if not isinstance(reason, str):
        return []
    return [Event(run_id, 0, "agent", "limit", "limit", "output_tokens" if "token" in reason else "custom", reason, is_terminal=True)]
