"""The plain layout's run folders: run.json beside transcript.jsonl, grader.json and logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.agent_log import read_log
from triage.formats.chat_messages import Converter
from triage.formats.graders.log_facts import log_event, log_facts
from triage.formats.graders.plain import read_result
from triage.formats.kinds import run_kind
from triage.formats.source import Source
from triage.formats.stamps import seconds_between
from triage.model import Event, Problem, Record, Run

NAME = "plain_run"
TITLE = "Plain layout: run folders (run.json, transcript.jsonl, grader.json)"
WHERE = "docs/formats.md#plain-layout"

KNOWN = frozenset(
    [
        "run_id",
        "task",
        "task_version",
        "kind",
        "model",
        "agent",
        "attempt",
        "started_at",
        "ended_at",
        "host",
        "exit_status",
        "agent_exit_code",
        "error",
        "artifact_digest",
        "final_answer",
        "changed_files",
        "tokens_in",
        "tokens_out",
        "cost_usd",
        "suite",
    ]
)
RETRY_LATER = ("succeeded", "finished with exit code 0")


def recognise(source: Source) -> bool:
    """A folder with a run.json that names its task."""
    return source.is_dir and "run.json" in source.names and b'"task"' in source.child("run.json").head


def read(source: Source) -> Iterator[Record]:
    """The Run, its steps and calls, events in order of phase, and checks."""
    try:
        meta = files.read_json(source.path / "run.json")
    except BadInput as error:
        yield files.problem(f"{source.display}/run.json", error)
        return
    if not isinstance(meta, dict) or not isinstance(meta.get("task"), str):
        yield Problem(f"{source.display}/run.json", "bad_run", "run.json has no task", None, 'at least {"task": "..."}')
        return
    run_id = files.string(meta.get("run_id")) or f"{meta['task']}/{source.name}"
    parts: list[Record] = []
    chat = Converter(run_id, "transcript.jsonl", f"{source.display}/transcript.jsonl")
    truncated = _transcript(source, chat, parts)
    events: list[Event] = [r for r in parts if isinstance(r, Event)]
    parts = [r for r in parts if not isinstance(r, Event)]
    events = _setup(source, parts) + events + _agent(source, meta, chat, parts)
    score, passed = _grader(source, run_id, events, parts)
    final = files.string(meta.get("final_answer")) or chat.final_answer
    changed = meta.get("changed_files")
    yield Run(
        run_id,
        meta["task"],
        files.string(meta.get("task_version")),
        run_kind(files.string(meta.get("agent")), files.string(meta.get("kind"))),
        files.string(meta.get("suite")),
        files.string(meta.get("model")) or chat.model,
        files.string(meta.get("agent")),
        files.integer(meta.get("attempt")),
        score,
        passed,
        files.string(meta.get("exit_status")),
        files.integer(meta.get("agent_exit_code")),
        files.string(meta.get("started_at")) or chat.first_at,
        files.string(meta.get("ended_at")) or chat.last_at,
        seconds_between(files.string(meta.get("started_at")), files.string(meta.get("ended_at"))),
        _first(files.integer(meta.get("tokens_in")), chat.tokens_in),
        _first(files.integer(meta.get("tokens_out")), chat.tokens_out),
        files.number(meta.get("cost_usd")),
        files.string(meta.get("host")),
        source.display,
        NAME,
        truncated,
        "transcript.jsonl" in source.names,
        final,
        files.string(meta.get("artifact_digest")),
        files.dumps(changed) if isinstance(changed, list) else None,
        meta=files.dumps({k: v for k, v in meta.items() if k not in KNOWN}) if meta.keys() - KNOWN else None,
    )
    yield from parts
    for seq, event in enumerate(events):
        yield event._replace(run_id=run_id, seq=seq)


def _transcript(source: Source, chat: Converter, parts: list[Record]) -> bool:
    """Messages into `parts`. Returns whether the file is cut."""
    if "transcript.jsonl" not in source.names:
        return False
    path, truncated, prose = source.path / "transcript.jsonl", False, 0
    for line in files.iter_jsonl(path, f"{source.display}/transcript.jsonl"):
        if line.problem is not None:
            parts.append(line.problem)
            truncated |= line.problem.kind == "truncated_line"
        elif line.value is None:
            prose += 1
        else:
            parts.extend(chat.feed(line.value, line.number))
    parts.extend(chat.finish())
    if prose:
        parts.append(Problem(f"{source.display}/transcript.jsonl", "not_json", "lines that are not JSON", None, "one message a line", "warning", prose))
    return truncated


def _text(source: Source, name: str, parts: list[Record]) -> str | None:
    if name not in source.names:
        return None
    try:
        return files.read_text(source.path / name)
    except BadInput as error:
        parts.append(files.problem(f"{source.display}/{name}", error))
        return None


def _setup(source: Source, parts: list[Record]) -> list[Event]:
    text = _text(source, "setup.log", parts)
    return [log_event("setup", "build_log", text, "setup.log")] if text else []


def _agent(source: Source, meta: dict[str, Any], chat: Converter, parts: list[Record]) -> list[Event]:
    """What the harness and the agent program wrote about the agent's part of the run."""
    events: list[Event] = []
    if text := _text(source, "agent.log", parts):
        events += read_log(text, file="agent.log")
    if text := _text(source, "harness.log", parts):
        last = text.rstrip().rpartition("\n")[2]
        events.append(log_event("agent", "harness_log", text, "harness.log")._replace(is_terminal=not any(word in last for word in RETRY_LATER)))
    code = files.integer(meta.get("agent_exit_code"))
    if code is not None:
        events.append(Event("", 0, "agent", "agent_exit", "exit", str(code), "", is_terminal=True, file="run.json"))
    status = files.string(meta.get("exit_status"))
    if status:
        events.append(Event("", 0, "agent", "harness_enum", "exit_status", status, status, is_terminal=True, file="run.json"))
    error = meta.get("error")
    if isinstance(error, dict) and (error.get("type") or error.get("message")):
        events.append(
            Event(
                "", 0, "agent", "harness_exception", files.string(error.get("type")) or "error", None, files.string(error.get("message")) or "", is_terminal=True, file="run.json"
            )
        )
    elif isinstance(error, str) and error:
        events.append(Event("", 0, "agent", "harness_exception", "error", None, error, is_terminal=True, file="run.json"))
    return events


def _grader(source: Source, run_id: str, events: list[Event], parts: list[Record]) -> tuple[float | None, bool | None]:
    """Checks into `parts`, what the grader says of itself into `events`. Returns score and verdict."""
    score = passed = None
    tests_ran: int | None = None
    if "grader.json" in source.names:
        try:
            result = read_result(files.read_json(source.path / "grader.json"), "grader.json")
            score, passed, tests_ran = result.score, result.passed, result.report.tests_ran
            parts.extend(c._replace(run_id=run_id) for c in result.report.checks)
            events.extend(result.report.events)
        except BadInput as error:
            parts.append(files.problem(f"{source.display}/grader.json", error))
            events.append(Event("", 0, "grader", "grader_result", "error", error.kind, f"grader.json: {error.what}", file="grader.json"))
    text = _text(source, "grader.log", parts)
    if text:
        events.append(log_event("grader", "grader_stdout", text, "grader.log"))
        facts = log_facts(text, "grader.log")
        events.extend(e for e in facts if not (e.type == "tests_ran" and tests_ran is not None))
    return score, passed


def _first(value: int | None, other: int | None) -> int | None:
    return value if value is not None else other
