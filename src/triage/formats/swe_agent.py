"""SWE-agent `.traj` files, 0.x and 1.x: one JSON document for each instance, rewritten after every step.

Steps come from `trajectory` (whole) and not from `history` (which processors shorten); demonstrations have a history alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.chat_messages import Converter, Made
from triage.formats.conversation import emit
from triage.formats.files import dumps, integer, loads, number, string
from triage.formats.source import Source
from triage.model import Event, Problem, Record, Run, Step

NAME = "swe_agent"
TITLE = "SWE-agent trajectories (.traj)"
WHERE = "docs/formats.md#swe-agent"

_BESIDE = (".pred", ".patch", ".config.yaml", ".debug.log", ".info.log", ".trace.log")
_LIMIT = {"exit_cost": "cost", "exit_context": "context", "exit_total_execution_time": "time"}
_LEVEL = re.compile(r"\b(?:ERROR|CRITICAL|WARNING)\b")
_STAMP = re.compile(r"^\d{4}-\d\d-\d\d[ T]")
_IGNORED = frozenset({"trajectory", "history", "info", "environment", "replay_config", "attempts", "edited_files30", "edited_files50", "edited_files70"})


def recognise(source: Source) -> bool:
    """By the ending, and a root with trajectory, history or attempts; also the files that lie beside it."""
    if source.is_dir:
        return False
    name = source.name
    if name.endswith((".traj", ".traj.gz", ".traj.zst")):
        head = source.head.lstrip()
        return head[:1] == b"{" and any(key in head for key in (b'"trajectory"', b'"history"', b'"attempts"', b'"environment"'))
    beside = next((ending for ending in _BESIDE if name.endswith(ending)), None)
    if beside:
        return (source.path.parent / (name[: -len(beside)] + ".traj")).is_file()
    if name.endswith(".json"):
        head = source.head[:16384]
        return head.lstrip()[:1] == b"{" and b'"trajectory"' in head[:400] and b'"observation"' in head and b'"thought"' in head
    return False


def read(source: Source) -> Iterator[Record]:
    """The run of the file."""
    if source.name.endswith(_BESIDE):
        return
    try:
        root = files.read_json(source.path)
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    if not isinstance(root, dict):
        yield Problem(source.display, "bad_shape", "the trajectory is not an object", None, "an object with trajectory, history and info")
        return
    instance = instance_of(source.path)
    attempts = [a for a in _listed(root.get("attempts")) if isinstance(a, dict)]
    info = _dict(root.get("info")) or _dict(attempts[-1].get("info") if attempts else None)
    run = _run(root, info, instance, source)
    converter = Converter(run.run_id, None, source.display)
    made: list[Made] = []
    if _listed(root.get("trajectory")) or not attempts:
        made += _opening(root, converter) + _steps(root, converter)
    else:
        for attempt in attempts:
            # A retry starts anew: what went before it is off the main path.
            converter.branch = None if attempt is attempts[-1] else "abandoned"
            made += _opening(attempt, converter) + _steps(attempt, converter)
    made += converter.finish()
    if not converter.steps:
        yield Problem(source.display, "empty_transcript", "no step in trajectory or history", None, "a run that took a step", "warning", 1, run.run_id)
    unknown = [Problem(source.display, "unknown_record", str(key)[:80], None, "a field of a trajectory", "note", 1) for key in root if key not in _IGNORED]
    yield from emit(run, converter, made, [*_events(info, source, root.get("history")), *unknown])


def _run(root: dict[str, Any], info: dict[str, Any], instance: str, source: Source) -> Run:
    config = root.get("replay_config")
    if isinstance(config, str):
        try:
            config = loads(config)
        except BadInput:
            config = None
    agent = _dict(_dict(config).get("agent"))
    model = string(_dict(agent.get("model")).get("name"))
    folder = run_folder(source.path, instance)
    stats = _dict(info.get("model_stats"))
    status = string(info.get("exit_status"))
    version = string(info.get("swe_agent_version"))
    return Run(
        f"{folder}/{instance}" if folder else instance,
        instance,
        suite=folder or None,
        model=model if model and model not in ("replay", "human", "human_thought") else _model_of(folder) or model,
        agent="swe-agent",
        exit_status=status,
        tokens_in=integer(stats.get("tokens_sent")) or None,
        tokens_out=integer(stats.get("tokens_received")) or None,
        cost_usd=number(stats.get("instance_cost")) or None,
        source=source.display,
        format=NAME,
        truncated=status is None and bool(info or root.get("trajectory")),
        final_answer=string(info.get("submission")),
        join_key=instance,
        meta=dumps({"agent_version": version}) if version else None,
    )


def _model_of(folder: str) -> str | None:
    """Version 0.x names the model in the folder: `gpt4__<data>__<config>__t-0.00__p-0.95__...`."""
    parts = folder.split("__")
    return parts[0] if len(parts) > 3 and any(part.startswith("t-") for part in parts) and parts[0] != "replay" else None


def instance_of(path: Path) -> str:
    """The instance: the file's stem, since the file does not say it. A stem of the runner's own (`<hash>__<id>`) stays."""
    name = path.name
    for ending in (".gz", ".zst", ".json", ".traj"):
        name = name.removesuffix(ending)
    return path.parent.name if name in ("trajectory", "traj", "") else name


def run_folder(path: Path, instance: str) -> str:
    """Name of the folder that holds the run's instances."""
    parent = Path(os.path.abspath(path)).parent
    return parent.parent.name if parent.name == instance else parent.name


def _opening(root: dict[str, Any], converter: Converter) -> list[Made]:
    """System prompt and task, from the history up to the agent's first message."""
    made: list[Made] = []
    for index, item in enumerate(_listed(root.get("history"))):
        if not isinstance(item, dict) or _is_demo(item):
            continue
        if item.get("role") not in ("system", "user"):
            return made
        made += converter.feed({"role": item["role"], "content": item.get("content")}, index)
    if not made:
        first = next((s for s in _listed(root.get("trajectory")) if isinstance(s, dict)), {})
        for index, item in enumerate(_listed(first.get("query") or first.get("messages"))):
            if isinstance(item, dict) and item.get("role") in ("system", "user") and not _is_demo(item):
                made += converter.feed({"role": item["role"], "content": item.get("content")}, index)
    return made


def _is_demo(item: dict[str, Any]) -> bool:
    return item.get("is_demo") is True or item.get("message_type") == "demonstration"


def _steps(root: dict[str, Any], converter: Converter) -> list[Made]:
    steps = _listed(root.get("trajectory"))
    if not steps:
        return _history(root, converter)
    made: list[Made] = []
    for index, step in enumerate(steps):
        if not isinstance(step, dict):
            converter.unknown[f"step that is {type(step).__name__}"] += 1
            continue
        action, thought = string(step.get("action")) or "", string(step.get("thought")) or ""
        text = thought if thought.strip() else string(step.get("response")) or ""
        observation = string(step.get("observation"))
        message: dict[str, Any] = {"role": "assistant", "content": text}
        call_id = f"t{index}.{converter.calls}"
        if action.strip():
            message["tool_calls"] = [{"id": call_id, "function": {"name": "bash", "arguments": dumps({"command": action.rstrip("\n")})}}]
        if action.strip() or text:
            made += converter.feed(message, index)
        if observation is None or (not observation and not action.strip()):
            continue
        if action.strip():
            results = converter.feed({"role": "tool", "tool_call_id": call_id, "content": observation}, index)
            seconds = number(step.get("execution_time"))
            made += results if seconds is None else [r if isinstance(r, (Step, Event, Problem)) else r._replace(duration_s=seconds) for r in results]
        else:
            made += converter.feed({"role": "user", "content": observation}, index)
    return made


def _history(root: dict[str, Any], converter: Converter) -> list[Made]:
    """Steps of a file that has a history alone (a demonstration, or a run that ended before its first step)."""
    made: list[Made] = []
    began, call_id = False, None
    for index, item in enumerate(_listed(root.get("history"))):
        if not isinstance(item, dict) or _is_demo(item):
            continue
        role = item.get("role")
        began = began or role not in ("system", "user")
        if not began:
            continue
        action = item.get("action")
        if role == "assistant" and isinstance(action, str) and action.strip() and not item.get("tool_calls"):
            call_id = f"h{index}"
            text = string(item.get("thought")) or item.get("content")
            made += converter.feed({"role": role, "content": text, "tool_calls": [{"id": call_id, "function": {"name": "bash", "arguments": dumps({"command": action})}}]}, index)
        elif role == "user" and call_id:
            made += converter.feed({"role": "tool", "tool_call_id": call_id, "content": item.get("content")}, index)
            call_id = None
        else:
            made += converter.feed({key: value for key, value in item.items() if key not in ("thought", "action")}, index)
    return made


def _last_words(history: object) -> str | None:
    """What the agent program itself wrote as the last message where it gave up: its thought begins with `Exit due to`."""
    last = history[-1] if isinstance(history, list) and history else None
    if isinstance(last, dict) and last.get("role") == "assistant" and str(last.get("thought")).startswith("Exit due to"):
        return string(last.get("content")) or string(last.get("thought"))
    return None


def _events(info: dict[str, Any], source: Source, history: object = None) -> list[Event]:
    events = []
    words = _last_words(history)
    if words:
        events.append(Event("", 0, "agent", "harness_exception", "exit", None, words, is_terminal=True))
    log = _log(source)
    if log:
        events.append(Event("", 0, "agent", "harness_log", "log", None, log, file=source.name.removesuffix(".traj") + ".info.log"))
    status = string(info.get("exit_status"))
    if status:
        events.append(Event("", 0, "agent", "harness_enum", "exit_status", status, status, is_terminal=True))
        # `submitted (exit_cost)`: the budget ended it and the harness submitted what there was.
        budget = next((kind for word, kind in _LIMIT.items() if word in status), None)
        if budget:
            events.append(Event("", 0, "agent", "limit", "limit", budget, status, is_terminal=True))
    return events


def _log(source: Source) -> str:
    """Warnings and errors of the log beside the trajectory; its other lines repeat the conversation."""
    if not source.name.endswith(".traj"):
        return ""
    path = source.path.with_name(source.name.removesuffix(".traj") + ".info.log")
    if not path.is_file():
        return ""
    try:
        text = files.read_text(path)
    except BadInput:
        return ""
    kept: list[str] = []
    taking = False
    for line in text.split("\n"):
        if _STAMP.match(line):
            taking = _LEVEL.search(line, 0, 120) is not None
        if taking:
            kept.append(line)
    return "\n".join(kept)[-4 * 1024**2 :]


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
