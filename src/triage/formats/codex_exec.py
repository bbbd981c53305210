"""What `codex exec --json` prints: threads, turns and items, and the events of its first versions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from triage.formats import files
from triage.formats.codex_events import error_code, event_message, is_retry
from triage.formats.codex_turns import Turns
from triage.formats.conversation import stem
from triage.formats.places import place_task
from triage.formats.rows import sub, text_field
from triage.formats.session import http_code
from triage.formats.source import Source
from triage.model import Record, Run

NAME = "codex_exec"
TITLE = "codex exec --json output"
WHERE = "docs/formats.md#codex_exec"

_START = re.compile(rb'(?:^|\n)\{"type": ?"(?:thread\.started|turn\.started|item\.(?:started|completed))"')
_OLD = re.compile(rb'(?:^|\n)\{"id": ?"\d+", ?"msg": ?\{"type": ?"')


def recognise(source: Source) -> bool:
    """Lines (maybe among prose) of the types thread.started, turn.started, item.*; or `{"id", "msg"}` of old versions."""
    if source.is_dir or not any(ending in source.name for ending in (".jsonl", ".ndjson", ".json", ".txt", ".log")):
        return False
    head = source.head.removeprefix(files.BOM)
    return _START.search(head) is not None or _OLD.search(head) is not None


def read(source: Source) -> Iterator[Record]:
    """The thread that was printed."""
    turns = Turns(Run(stem(source.path), "", agent="codex", source=source.display, format=NAME))
    found = re.search(rb'"thread_id": ?"([^"\\]{1,100})"', source.head)
    if found:
        turns.run = turns.run._replace(run_id=found[1].decode("utf-8", "replace"))
    calls: dict[str, int] = {}
    ended, cut = False, False
    prose: list[str] = []
    for line in files.iter_jsonl(source.path, source.display):
        turns.line = line.number
        if line.problem is not None:
            turns.problems.append(line.problem)
            cut = cut or line.problem.kind in ("truncated_line", "bad_compression")
        elif isinstance(line.value, dict):
            _prose(turns, prose)
            kind = line.value.get("type")
            ended = kind in ("turn.completed", "turn.failed") or (ended and kind not in ("turn.started", "item.started"))
            if "msg" in line.value:
                event_message(turns, sub(line.value, "msg"), {"user", "assistant", "reasoning"}, replaying=False)
                ended = ended or sub(line.value, "msg").get("type") in ("task_complete", "turn_aborted")
            else:
                _take(turns, line.value, calls)
        elif line.value is None and line.raw:
            prose.append(files.decode(line.raw))
    _prose(turns, prose)
    turns.run = turns.run._replace(task_id=place_task(None, turns.prompt, turns.run.run_id), truncated=cut or not ended)
    yield from turns.records()


def _prose(turns: Turns, prose: list[str]) -> None:
    """A block of plain lines between the records, as one event."""
    if prose:
        text = "\n".join(prose)
        turns.say("lines", text if len(text) <= 16000 else f"{text[:8000]}\n[...]\n{text[-8000:]}", channel="agent_stderr")
        prose.clear()


def _take(turns: Turns, row: dict[str, Any], calls: dict[str, int]) -> None:
    kind = row.get("type")
    if kind in ("item.started", "item.updated", "item.completed"):
        _item(turns, sub(row, "item"), calls, done=kind == "item.completed")
    elif kind == "turn.completed":
        usage = sub(row, "usage")
        given, made = files.integer(usage.get("input_tokens")), files.integer(usage.get("output_tokens"))
        turns.run = turns.run._replace(
            tokens_in=given if given is not None else turns.run.tokens_in, tokens_out=made if made is not None else turns.run.tokens_out, exit_status="turn.completed"
        )
        turns.say("turn.completed", "", code="success")
        turns.close()
    elif kind in ("turn.failed", "error"):
        error = row.get("error")
        text = text_field(sub(error), "message") or (error if isinstance(error, str) else None) or text_field(row, "message") or files.dumps(row)
        code = http_code(text) or error_code(sub(error).get("codex_error_info"))
        turns.say(str(kind), text, code=code, retry=kind == "error" and is_retry(text))
        if kind == "turn.failed":
            turns.run = turns.run._replace(exit_status="turn.failed")
    elif kind not in ("thread.started", "turn.started"):
        turns.unknown[f"line {str(kind)[:60]}"] += 1


def _item(turns: Turns, item: dict[str, Any], calls: dict[str, int], *, done: bool) -> None:
    kind, own = item.get("type", item.get("item_type")), item.get("id")
    if kind in ("agent_message", "assistant_message", "reasoning", "error"):
        if done:
            _words(turns, item, kind)
        return
    named = _call(item, kind)
    if named is None:
        if kind != "todo_list" or not done:
            if kind != "todo_list":
                turns.unknown[f"item {str(kind)[:60]}"] += 1
            return
        named = "todo_list", item.get("items")
    index = calls.get(own) if isinstance(own, str) else None
    if index is None:
        index = turns.call(named[0], named[1], own)
        if isinstance(own, str):
            calls[own] = index
    if done:
        code = files.integer(item.get("exit_code"))
        status = item.get("status")
        failed = status in ("failed", "declined") if isinstance(status, str) else None
        result = item.get("aggregated_output", item.get("result"))
        words = text_field(sub(item, "error"), "message")
        text = words or (result if isinstance(result, str) else files.dumps(result) if result is not None else status if isinstance(status, str) else None)
        turns.finish_call(index, text, failed=bool(code) if code is not None else failed, code=code)
        if isinstance(own, str):
            calls.pop(own, None)
        turns.close()


def _words(turns: Turns, item: dict[str, Any], kind: object) -> None:
    text = text_field(item, "text", "message") or ""
    if kind == "reasoning":
        turns.reasoning(text)
    elif kind == "error":
        turns.say("item.error", text, code=http_code(text), retry=True)
    else:
        turns.message("assistant", text)


def _call(item: dict[str, Any], kind: object) -> tuple[str, object] | None:
    """Name and arguments of the tool call that an item is; None where it is none."""
    if kind == "command_execution":
        return "shell", {"command": item.get("command")}
    if kind == "file_change":
        return "apply_patch", {"changes": item.get("changes")}
    if kind == "mcp_tool_call":
        return f"{item.get('server')}.{item.get('tool')}", item.get("arguments")
    if kind == "web_search":
        return "web_search", {"query": item.get("query")}
    if kind == "collab_tool_call":
        return text_field(item, "tool") or "collab", {"prompt": item.get("prompt"), "receiver_thread_ids": item.get("receiver_thread_ids")}
    return None
