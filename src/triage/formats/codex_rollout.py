"""Codex session files (rollouts) of all ages, also compressed, with the files of subagents."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from triage.formats import files
from triage.formats.codex_events import event_message
from triage.formats.codex_turns import Turns, text_of_parts
from triage.formats.conversation import stem
from triage.formats.places import place_task
from triage.formats.rows import sub, text_field
from triage.formats.source import Source
from triage.formats.stamps import iso, seconds_between
from triage.model import Problem, Record, Run

NAME = "codex_rollout"
TITLE = "Codex rollouts"
WHERE = "docs/formats.md#codex_rollout"

_META = re.compile(rb'^\{[^\n]{0,200}?"type"\s*:\s*"session_meta"')
_BARE = re.compile(rb'^\{[^\n{}]{0,400}?"timestamp"\s*:[^\n]{0,100000}?"(?:instructions|git)"\s*:')
_PARENT = re.compile(rb'"parent_thread_id"\s*:\s*"([^"\\]{1,80})"')
_ID = re.compile(rb'"session_meta"[^\n]{0,40}?"payload"\s*:\s*\{[^\n]{0,200}?"id"\s*:\s*"([^"\\]{1,80})"')
_QUIET_LINES = frozenset({"world_state", "inter_agent_communication", "inter_agent_communication_metadata", "token_usage_record", "ghost_snapshot"})
_QUIET_ITEMS = frozenset({"ghost_snapshot", "compaction", "context_compaction", "compaction_trigger", "other", "additional_tools", "agent_message"})
_REPLAY = 1.0
"""Seconds within which a new file writes the lines of its parent."""

Rows = list[tuple[int, dict[str, Any]]]


def recognise(source: Source) -> bool:
    """JSON lines that start with `session_meta`, or with the bare header of the oldest versions."""
    if source.is_dir or ".jsonl" not in source.name:
        return False
    head = source.head.removeprefix(files.BOM).lstrip()
    if _META.match(head):
        return b'"payload"' in head
    return (
        _BARE.match(head) is not None
        and b'"id"' in head[:4000]
        and b'"sessionId"' not in head[:4000]
        and (b'"record_type"' in head or b'"type":"message"' in head.replace(b": ", b":"))
    )


def read(source: Source) -> Iterator[Record]:
    """The session with its subagents. A subagent whose parent lies beside it yields nothing: the parent has it."""
    name = source.name
    if name.endswith(".zst") and (source.path.parent / name.removesuffix(".zst")).is_file():
        yield Problem(source.display, "packed_twice", "the same session lies beside it unpacked", None, "counted once, there", "note")
        return
    parent = _PARENT.search(source.head.split(b"\n", 1)[0])
    if parent is not None and _index(source.path.parent)[0].get(parent[1]):
        return
    turns = Turns(Run(stem(source.path), "", agent="codex", source=source.display, format=NAME, truncated=True))
    rows = _rows(source.path, source.display, turns)
    if not rows:
        yield from turns.problems
        if not turns.problems:
            yield Problem(source.display, "no_messages", "a session without any record", None, "one JSON object a line", "note")
        return
    meta = _session(turns, rows, source)
    ended = _feed(turns, rows)
    own = meta.get("id")
    for path in _index(source.path.parent)[1].get(own.encode("utf-8", "replace"), ()) if isinstance(own, str) else ():
        if path != source.path:
            _subagent(turns, path, source)
    turns.run = turns.run._replace(
        task_id=place_task(meta.get("cwd"), turns.prompt, turns.run.run_id), truncated=not ended or any(p.kind == "truncated_line" for p in turns.problems)
    )
    yield from turns.records()


def _rows(path: Path, display: str, turns: Turns) -> Rows:
    rows: Rows = []
    for line in files.iter_jsonl(path, display):
        if line.problem is not None:
            turns.problems.append(line.problem)
        elif isinstance(line.value, dict):
            rows.append((line.number, line.value))
    return rows


def _session(turns: Turns, rows: Rows, source: Source) -> dict[str, Any]:
    """Facts of the first session record; the run's id is its id."""
    first = rows[0][1]
    meta = sub(first, "payload") if first.get("type") == "session_meta" else first
    own = text_field(meta, "id") or stem(source.path)
    kept = {key: meta[key] for key in ("cwd", "cli_version", "originator", "source", "model_provider", "forked_from_id", "parent_thread_id", "git") if meta.get(key)}
    if "cwd" not in kept:
        found = re.search(rb"<cwd>([^<\\]{1,300})</cwd>|Current working directory: ([^\\<\n]{1,300})", source.head)
        if found:
            kept["cwd"] = (found[1] or found[2]).decode("utf-8", "replace").strip()
    turns.run = turns.run._replace(run_id=own, meta=files.dumps(kept), started_at=iso(meta.get("timestamp")))
    instructions = text_field(sub(meta, "base_instructions"), "text") or text_field(meta, "instructions", "base_instructions")
    if instructions:
        turns.line = rows[0][0]
        turns.message("system", instructions)
    return kept | {"id": own}


def _feed(turns: Turns, rows: Rows, branch: str | None = None) -> bool:
    """All lines of one file; whether its last turn ended."""
    roles = [sub(row, "payload").get("role") for _, row in rows if row.get("type") == "response_item"]
    thinks = any(row.get("type") == "response_item" and sub(row, "payload").get("type") == "reasoning" and sub(row, "payload").get("summary") for _, row in rows)
    fallback = {kind for kind, there in (("user", "user" in roles), ("assistant", "assistant" in roles), ("reasoning", thinks)) if not there}
    turns.branch = branch
    first: str | None = None
    replaying, lifecycle, open_turn = False, False, False
    for number, row in rows:
        kind, payload, at = row.get("type"), row.get("payload"), row.get("timestamp")
        at = at if isinstance(at, str) else None
        turns.at, turns.line = at, number
        if kind == "session_meta":
            replaying = first is not None
            first = first or at or ""
            continue
        if replaying:
            apart = seconds_between(first, at)
            replaying = at is not None and first is not None and (at <= first or (apart is not None and apart < _REPLAY))
            turns.branch = "summary" if replaying else branch
        if at and not replaying:
            turns.times.append(at)
        if not isinstance(kind, str):
            if "record_type" not in row and number != rows[0][0]:
                turns.unknown["line without a type"] += 1
        elif kind == "event_msg":
            word = sub(row, "payload").get("type")
            if word in ("task_started", "turn_started"):
                lifecycle = open_turn = True
            elif word in ("task_complete", "turn_complete", "turn_aborted"):
                lifecycle, open_turn = True, False
            event_message(turns, sub(row, "payload"), fallback, replaying=replaying)
        elif kind == "response_item":
            item(turns, payload)
        elif kind == "turn_context":
            turns.model = text_field(sub(row, "payload"), "model") or turns.model
            turns.close()
        elif kind == "compacted":
            before, turns.branch = turns.branch, "summary"
            turns.message("user", text_field(sub(row, "payload"), "message") or "")
            turns.branch = before
            turns.say("compacted", "the conversation was compacted")
        elif kind in _QUIET_LINES:
            pass
        elif payload is None and kind in (
            "message",
            "reasoning",
            "function_call",
            "function_call_output",
            "custom_tool_call",
            "custom_tool_call_output",
            "local_shell_call",
            "web_search_call",
        ):
            item(turns, row)
        else:
            turns.unknown[f"line {kind[:60]}"] += 1
    turns.branch = None
    return not open_turn if lifecycle else bool(turns.steps) and turns.steps[-1].role == "assistant"


def item(turns: Turns, payload: object) -> None:
    """One item of the conversation, as the Responses API has it."""
    if not isinstance(payload, dict):
        turns.unknown["item that is not an object"] += 1
        return
    kind = payload.get("type")
    if kind == "message" or (kind is None and "role" in payload):
        _message(turns, payload)
    elif kind == "reasoning":
        turns.reasoning(text_of_parts(payload.get("summary")) or text_of_parts(payload.get("content")))
    elif kind == "function_call":
        turns.call(text_field(payload, "name") or "", payload.get("arguments"), payload.get("call_id"))
    elif kind == "custom_tool_call":
        turns.call(text_field(payload, "name") or "", payload.get("input"), payload.get("call_id"))
    elif kind == "local_shell_call":
        turns.call("local_shell", payload.get("action"), payload.get("call_id") or payload.get("id"))
    elif isinstance(kind, str) and kind.endswith("_call"):
        turns.call(kind.removesuffix("_call"), payload.get("action") or payload.get("arguments"), payload.get("call_id"))
    elif isinstance(kind, str) and kind.endswith("_output"):
        turns.result(payload.get("call_id"), payload.get("output", payload.get("tools")))
    elif not (isinstance(kind, str) and kind in _QUIET_ITEMS):
        turns.unknown[f"item {str(kind)[:60]}"] += 1


def _message(turns: Turns, payload: dict[str, Any]) -> None:
    """A message; some writers put the call and its result into messages, without an id."""
    role, text = payload.get("role"), text_of_parts(payload.get("content"))
    if role in ("function", "tool"):
        turns.result(payload.get("call_id") or turns.last_call(), text)
        return
    turns.message(role, text)
    legacy = sub(payload, "function_call")
    if legacy:
        turns.call(text_field(legacy, "name") or "", legacy.get("arguments"), payload.get("call_id") or f"call {len(turns.calls)}")


def _subagent(turns: Turns, path: Path, source: Source) -> None:
    name = path.name
    rows = _rows(path, f"{source.display.rsplit('/', 1)[0]}/{name}", turns)
    own = text_field(sub(rows[0][1], "payload"), "id") if rows else None
    run, model, turns.file = turns.run, turns.model, name
    turns.close()
    _feed(turns, rows, f"subagent:{own or stem(path)}")
    spent = turns.run
    turns.run = run._replace(tokens_in=_plus(run.tokens_in, spent.tokens_in), tokens_out=_plus(run.tokens_out, spent.tokens_out))
    turns.model, turns.file = model, None


def _plus(before: int | None, after: int | None) -> int | None:
    """Totals are set, not added, by a file's own counts: the subagent's come on top where it had any."""
    return before if after is None or after == before else (before or 0) + after


def _index(folder: Path) -> tuple[dict[bytes, Path], dict[bytes, tuple[Path, ...]]]:
    """Rollouts of a folder: by their own id, and those of subagents by their parent's id."""
    try:
        return _indexed(str(folder), os.stat(folder).st_mtime_ns)
    except OSError:
        return {}, {}


@lru_cache(maxsize=64)
def _indexed(folder: str, changed: int) -> tuple[dict[bytes, Path], dict[bytes, tuple[Path, ...]]]:
    own: dict[bytes, Path] = {}
    children: dict[bytes, tuple[Path, ...]] = {}
    for name in sorted(os.listdir(folder)):
        if ".jsonl" not in name:
            continue
        path = Path(folder, name)
        first = Source(path, is_dir=False).head.split(b"\n", 1)[0]
        if b'"session_meta"' not in first:
            continue
        found, parent = _ID.search(first), _PARENT.search(first)
        if found:
            own[found[1]] = path
        if parent:
            children[parent[1]] = (*children.get(parent[1], ()), path)
    return own, children
