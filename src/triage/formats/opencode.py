"""opencode: exports, `run --format json` lines, the storage folder, the database."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.chat_parts import text_of
from triage.formats.conversation import stem
from triage.formats.opencode_messages import add_cost, call, feed, results
from triage.formats.rows import listed, sub, text_field
from triage.formats.session import Session, tokens
from triage.formats.source import Source
from triage.formats.stamps import iso
from triage.model import Problem, Record, Run

NAME = "opencode"
TITLE = "opencode: exports, run lines, storage, database"
WHERE = "docs/formats.md#opencode"


def recognise(source: Source) -> bool:
    """By the session id `ses_` in the first bytes; the storage folder and the database by their names."""
    if source.is_dir:
        return {"session", "message", "part"} <= source.names
    head = source.head
    if source.name.endswith(".db"):
        return source.name.startswith("opencode") and head.startswith(b"SQLite format 3")
    if b"ses_" not in head:
        return False
    first = head.lstrip(files.BOM).lstrip()
    if ".jsonl" in source.name or source.name.endswith((".txt", ".log")):
        return b'"sessionID":"ses_' in first.replace(b": ", b":")[:4096] and first[:1] == b"{" and b'"type":"' in first.replace(b": ", b":")[:200]
    return source.name.endswith(".json") and b'"info"' in first[:200] and b'"messages"' in head


def read(source: Source) -> Iterator[Record]:
    """The sessions of the file or folder."""
    if source.is_dir:
        yield from _storage(source)
    elif source.name.endswith(".db"):
        yield from _database(source)
    elif source.name.endswith(".json"):
        try:
            value = files.read_json(source.path)
        except BadInput as error:
            yield files.problem(source.display, error)
            return
        messages = [(sub(item, "info"), listed(item.get("parts"))) for item in listed(value.get("messages") if isinstance(value, dict) else None) if isinstance(item, dict)]
        yield from _session(sub(value, "info"), messages, source.display, stem(source.path))
    else:
        yield from _lines(source)


def _session(info: dict[str, Any], messages: list[tuple[dict[str, Any], list[Any]]], path: str, fallback: str) -> Iterator[Record]:
    times = sub(info, "time")
    session = Session(Run(text_field(info, "id") or fallback, "", agent="opencode", started_at=iso(times.get("created")), source=path, format=NAME))
    parent = text_field(info, "parentID")
    if parent:
        session.chat.branch = f"subagent:{parent}"
    for index, (message, parts) in enumerate(messages):
        feed(session, message, parts, index)
    last = messages[-1][0] if messages else {}
    if last.get("role") == "assistant" and "completed" not in sub(last, "time") and not last.get("error"):
        session.run = session.run._replace(truncated=True)
    yield from session.finish()


def _lines(source: Source) -> Iterator[Record]:
    session = Session(Run(stem(source.path), "", agent="opencode", source=source.display, format=NAME))
    named = False
    for line in files.iter_jsonl(source.path, source.display):
        if line.problem is not None:
            session.problems.append(line.problem)
            session.run = session.run._replace(truncated=session.run.truncated or line.problem.kind == "truncated_line")
            continue
        if not isinstance(line.value, dict):
            if line.raw:
                session.say("lines", files.decode(line.raw), channel="agent_stdout", line=line.number)
            continue
        name = text_field(line.value, "sessionID")
        if name and not named:
            named = True
            session.run = session.run._replace(run_id=name)
            session.chat.run_id = name
        _line(session, line.value, line.number)
    yield from session.finish()


def _line(session: Session, record: dict[str, Any], number: int) -> None:
    kind, part, at = record.get("type"), sub(record, "part"), iso(record.get("timestamp"))
    if kind in ("text", "reasoning"):
        key = "content" if kind == "text" else "reasoning"
        session.feed({"role": "assistant", key: text_of(part.get("text")), "timestamp": at}, number)
    elif kind == "tool_use":
        session.feed({"role": "assistant", "content": "", "timestamp": at, "tool_calls": [call(part)]}, number)
        results(session, [part], number)
    elif kind == "step_finish":
        used, cache = sub(part, "tokens"), sub(part, "tokens", "cache")
        count = tokens(used.get("input"), used.get("output"), cache.get("read"), cache.get("write")) or {}
        chat = session.chat
        chat.tokens_in = (chat.tokens_in or 0) + count.get("input_tokens", 0)
        chat.tokens_out = (chat.tokens_out or 0) + count.get("output_tokens", 0)
        add_cost(session, part.get("cost"))
        reason = text_of(part.get("reason"))
        if reason != "tool-calls":  # the model goes on after these
            session.say("step_finish", reason, at=at, line=number)
    elif kind == "error":
        session.error(record.get("error"), at=at, line=number)
    elif kind != "step_start":
        session.unknown(str(kind))


def _load(path: Path, display: str, problems: list[Problem]) -> dict[str, Any]:
    try:
        value = files.read_json(path)
    except BadInput as error:
        problems.append(files.problem(display, error))
        return {}
    return value if isinstance(value, dict) else {}


def _plain(identity: str | None, entry: str) -> str:
    """The id that a record gives itself, if it may stand in a path, else its file's name."""
    return identity if identity and not {"/", "\\", "\0"} & set(identity) and identity not in (".", "..") else entry.removesuffix(".json")


def _names(folder: Path) -> list[str]:
    """Entries of a folder. The last part of its path may come from the data: it must be one plain name."""
    try:
        return [] if folder.name in ("", ".", "..") else sorted(os.listdir(folder))
    except (OSError, ValueError):  # ValueError: a name with a null byte or half a surrogate pair
        return []


def _storage(source: Source) -> Iterator[Record]:
    root, problems = source.path, list[Problem]()
    for project in _names(root / "session"):
        for name in _names(root / "session" / project):
            if not name.endswith(".json"):
                continue
            info = _load(root / "session" / project / name, f"{source.display}/session/{project}/{name}", problems)
            identity = _plain(text_field(info, "id"), name)
            messages = []
            for entry in _names(root / "message" / identity):
                record = _load(root / "message" / identity / entry, f"{source.display}/message/{identity}/{entry}", problems)
                held = root / "part" / _plain(text_field(record, "id"), entry)
                messages.append((record, [_load(held / part, f"{source.display}/part/{held.name}/{part}", problems) for part in _names(held)]))
            messages.sort(key=lambda pair: files.number(sub(pair[0], "time").get("created")) or 0.0)
            yield from _session(info, messages, f"{source.display}/session/{project}/{name}", identity)
    yield from problems


def _database(source: Source) -> Iterator[Record]:
    try:
        connection = sqlite3.connect(f"{source.path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            parts: dict[str, list[Any]] = {}
            for message_id, data in connection.execute("SELECT message_id, data FROM part ORDER BY id"):
                parts.setdefault(str(message_id), []).append(_json(data))
            messages: dict[str, list[tuple[dict[str, Any], list[Any]]]] = {}
            for identity, session_id, data in connection.execute("SELECT id, session_id, data FROM message ORDER BY time_created, id"):
                messages.setdefault(str(session_id), []).append((_json(data), parts.get(str(identity), [])))
        finally:
            connection.close()
    except sqlite3.Error as error:
        yield Problem(source.display, "bad_database", f"the database can't be read: {error}", None, "a closed opencode.db, or `opencode export`")
        return
    for name, held in messages.items():
        yield from _session({"id": name}, held, source.display, name)


def _json(data: object) -> dict[str, Any]:
    try:
        value = files.loads(data) if isinstance(data, (str, bytes)) else None
    except BadInput:
        return {}
    return value if isinstance(value, dict) else {}
