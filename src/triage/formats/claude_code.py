"""Claude Code session files, with the files of their subagents, and session exports."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.claude_copies import continued_in
from triage.formats.claude_lines import Lines, abandoned
from triage.formats.claude_session import Builder
from triage.formats.claude_subagents import is_agent, parent_of, subagents_of
from triage.formats.conversation import stem
from triage.formats.places import ANYWHERE, place_task
from triage.formats.rows import listed, sub
from triage.formats.source import Source
from triage.model import Problem, Record, Run

NAME = "claude_code"
TITLE = "Claude Code sessions"
WHERE = "docs/formats.md#claude_code"

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
_MESSAGE = re.compile(rb'"type": ?"(?:user|assistant|system)"')
_BOOKKEEPING = re.compile(rb'\{"type": ?"(?:file-history-snapshot|queue-operation|permission-mode|summary|last-prompt)"')
_QUIET = frozenset({"summary", "file-history-snapshot", "queue-operation", "progress", "attachment", "permission-mode", "mode", "ai-title", "custom-title"}) | {
    "last-prompt", "agent-name", "agent-setting", "agent-color", "tag", "pr-link", "started", "result", "worktree-state", "content-replacement", "relocated"
}  # fmt: skip


def recognise(source: Source) -> bool:
    """JSON lines with `sessionId`, `uuid` and a message type, or an object with `loglines`."""
    if source.is_dir:
        return False
    name = source.name
    if ".json" not in name:
        return False
    head = source.head.lstrip(files.BOM)
    if not head.startswith(b"{"):
        return False
    if ".jsonl" not in name:
        return b'"loglines"' in head[:4096]
    if b'"sessionId"' in head and b'"uuid"' in head and _MESSAGE.search(head):
        return b'"content"' in head or b'"parts"' not in head
    return _BOOKKEEPING.match(head) is not None and (_UUID.search(stem(source.path)) is not None or b'"leafUuid"' in head or b'"sessionId"' in head)


def read(source: Source) -> Iterator[Record]:
    """The session, with its subagents. A subagent's file whose session lies beside it yields nothing: the session has it."""
    if ".jsonl" not in source.name:
        yield from _export(source)
        return
    parent = parent_of(source.path)
    if parent is not None:
        return
    lines = Lines(source.path, source.display)
    rows = list(lines)
    copy = continued_in(source.path, lambda: {line["uuid"] for _, line in rows if line.get("type") in ("user", "assistant") and isinstance(line.get("uuid"), str)})
    if copy is not None:
        yield Problem(source.display, "continued_session", f"every message of this session is also in {copy}, where it goes on", None, "counted once, there", "note")
        return
    builder = Builder(_run(source, rows))
    builder.problems += lines.problems
    builder.run = builder.run._replace(truncated=lines.truncated)
    _feed(builder, rows, lines.links, alone=is_agent(source.path))
    for path in subagents_of(source.path, builder.run.run_id):
        _subagent(builder, path, source)
    yield from _finish(builder, source)


def _finish(builder: Builder, source: Source) -> Iterator[Record]:
    if not builder.steps and not builder.events:
        yield from builder.problems
        if not builder.problems:
            yield Problem(source.display, "no_messages", "a session without any message", None, "user and assistant lines", "note")
        return
    builder.run = builder.run._replace(task_id=_task(source.path, builder))
    yield from builder.records()


def _export(source: Source) -> Iterator[Record]:
    try:
        value = files.read_json(source.path)
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    rows = [(index, line) for index, line in enumerate(listed(value.get("loglines") if isinstance(value, dict) else None)) if isinstance(line, dict)]
    builder = Builder(_run(source, rows))
    _feed(builder, rows, {}, alone=False)
    yield from _finish(builder, source)


def _run(source: Source, rows: list[tuple[int, dict[str, Any]]]) -> Run:
    name = stem(source.path)
    first = next((line for _, line in rows if isinstance(line.get("sessionId"), str) and line.get("type") in ("user", "assistant", "system")), {})
    session, agent = first.get("sessionId"), first.get("agentId")
    if _UUID.search(name) or not isinstance(session, str):
        run_id = name
    elif is_agent(source.path):
        run_id = f"{session}/{name}"
    else:
        run_id = f"{name}/{session}"
    meta = {key: first[key] for key in ("cwd", "version", "gitBranch", "entrypoint", "slug") if isinstance(first.get(key), str)}
    if isinstance(agent, str):
        meta["agentId"] = agent
    return Run(run_id, "", agent="claude-code", source=source.display, format=NAME, meta=files.dumps(meta) if meta else None)


def _task(path: Path, builder: Builder) -> str:
    """The project: its folder, else the working directory; runs in a folder that every sandbox has are told apart by their prompt."""
    folder = path.parent.name
    if folder.startswith("-"):
        name = folder.strip("-")
        if name.lower() not in ANYWHERE and name:
            return name
    cwd = None if folder.startswith("-") else sub(_loads(builder.run.meta)).get("cwd")
    return place_task(cwd, builder.prompt, builder.run.run_id)


def _loads(text: str | None) -> object:
    return files.loads(text) if text else None


def _feed(builder: Builder, rows: Iterable[tuple[int, dict[str, Any]]], links: dict[str, str | None], *, alone: bool, branch: str | None = None) -> None:
    """All lines of one file. alone: a subagent's file read as a run of its own; branch: one read as part of its session."""
    rows = list(rows)
    left = _left(rows, links) if branch is None else set()
    seen: set[str] = set()
    roots: dict[str, str] = {}
    for number, line in rows:
        kind = line.get("type")
        if not isinstance(kind, str):
            builder.unknown["line without a type"] += 1
            continue
        if kind in _QUIET:
            continue
        uuid, at = line.get("uuid"), line.get("timestamp")
        at = at if isinstance(at, str) else None
        if isinstance(uuid, str):
            if uuid in seen:
                continue
            seen.add(uuid)
        where = branch
        if branch is None and not alone and line.get("isSidechain") is True:
            where = _sidechain(line, roots)
        elif left and isinstance(uuid, str) and uuid in left:
            where = "abandoned"
        if kind == "assistant":
            builder.assistant(line, number, where, at)
        elif kind == "user":
            builder.user(line, number, where, at)
        elif kind == "system":
            _system(builder, line, number, at)
        elif kind == "cost-state":
            builder.run = builder.run._replace(cost_usd=files.number(line.get("totalCostUSD")))
        else:
            builder.unknown[f"line {kind[:60]}"] += 1


def _sidechain(line: dict[str, Any], roots: dict[str, str]) -> str:
    """The subagent that an inline line belongs to: its id, else the first line of its chain."""
    uuid, parent, agent = line.get("uuid"), line.get("parentUuid"), line.get("agentId")
    root = agent if isinstance(agent, str) else roots.get(parent, str(uuid)[:8]) if isinstance(parent, str) else str(uuid)[:8]
    if isinstance(uuid, str):
        roots[uuid] = root
    return f"subagent:{root}"


def _straight(rows: list[tuple[int, dict[str, Any]]]) -> bool:
    """Whether every message hangs from the one before it, so that none can have been left: most sessions are so."""
    before = None
    for _, line in rows:
        uuid = line.get("uuid")
        if isinstance(uuid, str):
            if before is not None and line.get("parentUuid") != before:
                return False
            before = uuid
    return True


def _left(rows: list[tuple[int, dict[str, Any]]], links: dict[str, str | None]) -> set[str]:
    """Uuids of messages on branches that were left."""
    if _straight(rows):
        return set()
    nodes: dict[str, tuple[str | None, bool]] = {}
    leaf = None
    for _, line in rows:
        uuid = line.get("uuid")
        if not isinstance(uuid, str) or uuid in nodes or line.get("isSidechain") is True:
            continue
        parent = line.get("parentUuid") or line.get("logicalParentUuid")
        kind = line.get("type")
        prompt = kind == "user" and "toolUseResult" not in line and line.get("isMeta") is not True and _typed(line)
        nodes[uuid] = (parent if isinstance(parent, str) else None, prompt)
        if kind in ("user", "assistant"):
            leaf = uuid
    return abandoned(nodes, links, leaf)


def _typed(line: dict[str, Any]) -> bool:
    content = sub(line, "message").get("content")
    if isinstance(content, list):
        return bool(content) and not any(isinstance(block, dict) and block.get("type") == "tool_result" for block in content)
    return isinstance(content, str)


def _system(builder: Builder, line: dict[str, Any], number: int, at: str | None) -> None:
    kind = line.get("subtype")
    content = line.get("content")
    text = content if isinstance(content, str) else ""
    if kind == "api_error":
        error = line.get("error", line.get("cause"))
        status, words = error_of(error)
        attempt, most = files.integer(line.get("retryAttempt")), files.integer(line.get("maxRetries"))
        builder.say("api_error", words if attempt is None else f"{words} (retry {attempt}/{most})", code=status, retry=True, at=at, line=number)
    elif kind == "compact_boundary":
        trigger = sub(line, "compactMetadata").get("trigger")
        builder.say("compact_boundary", text or "compacted", code=trigger if isinstance(trigger, str) else None, at=at, line=number)
    elif isinstance(kind, str) and kind.startswith("model_refusal"):
        builder.say(kind, text or files.dumps(line.get("error")), retry=kind == "model_refusal_fallback", at=at, line=number)
    elif kind == "informational" and line.get("level") == "error":
        builder.say("informational", text, at=at, line=number)


def error_of(error: object) -> tuple[str | None, str]:
    """Status or code, and words, of an error record in any of the shapes that versions wrote."""
    if not isinstance(error, dict):
        return None, error if isinstance(error, str) else files.dumps(error)
    inner = sub(error, "error")
    code = next((str(error[key]) for key in ("status", "code", "type") if isinstance(error.get(key), (int, str)) and not isinstance(error.get(key), bool)), None)
    code = code or next((value for value in (sub(error, "connection").get("code"),) if isinstance(value, str)), None)
    words = next((value for value in (error.get("formatted"), error.get("message"), inner.get("message")) if isinstance(value, str) and value), None)
    return code, words or files.dumps(error)


def _subagent(builder: Builder, path: Path, source: Source) -> None:
    name = os.path.relpath(path, source.path.parent).replace(os.sep, "/")
    own = stem(path).removeprefix("agent-")
    lines = Lines(path, f"{source.display.rsplit('/', 1)[0]}/{name}")
    builder.enter(name)
    _feed(builder, lines, lines.links, alone=False, branch="summary" if own.startswith("acompact-") else f"subagent:{own}")
    builder.problems += lines.problems
    builder.enter(None)
