"""OpenHands: evaluation `output.jsonl` (v0 and SDK v1), trajectories as a list of events, event lines, conversation folders.

`output.critic_attempt_N.jsonl` are attempts of their own and `output.swebench_eval.jsonl` repeats `output.jsonl` with the
grader's report: where one of them lies beside it, `output.jsonl` is not read a second time. Nor is `llm_completions/`, which holds each request with the
whole history.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.chat_messages import Converter, Made
from triage.formats.conversation import Names, emit, stem
from triage.formats.files import dumps, integer, number
from triage.formats.openhands_events import Events
from triage.formats.rows import listed, sub, text_field, verdict
from triage.formats.source import Source
from triage.model import Event, Problem, Record, Run

NAME = "openhands"
TITLE = "OpenHands: output.jsonl, trajectories, SDK events"
WHERE = "docs/formats.md#openhands"

COMPLETIONS = "llm_completions"
_KINDS = re.compile(rb'"kind"\s*:\s*"(?:ConversationStateUpdateEvent|ActionEvent|MessageEvent|SystemPromptEvent|ObservationEvent)"')
_ATTEMPT = re.compile(r"critic_attempt_(\d+)|[-_]run_(\d+)")
_LIMIT = re.compile(r"maximum iteration|max(?:imum)? (?:number of )?iterations|MaxIterationsReached", re.IGNORECASE)


def recognise(source: Source) -> bool:
    """A conversation folder, an evaluation output, or a file of events."""
    if source.is_dir:
        return source.name == COMPLETIONS or ("base_state.json" in source.names and "events" in source.names)
    name = source.name
    if not name.endswith((".json", ".jsonl", ".jsonl.gz", ".json.gz")):
        return False
    head = source.head.lstrip(files.BOM).lstrip()
    if name.endswith((".jsonl", ".jsonl.gz")):
        if _KINDS.search(head):
            return True
        return name.startswith("output") and head.startswith(b"{") and b'"instance_id"' in head and b'"test_result"' in head
    if head[:1] != b"[" or b'"source"' not in head[:8192]:
        return False
    return bool(_KINDS.search(head)) or b'"action"' in head or b'"observation"' in head


def read(source: Source) -> Iterator[Record]:
    """The runs of the folder or file."""
    if source.is_dir and source.name == COMPLETIONS:
        yield Problem(source.display, "repeated", "requests to the model, which the runs in output.jsonl hold already", None, "nothing to do: they are counted once", "note")
    elif source.is_dir:
        yield from _folder(source)
    elif ".jsonl" not in source.name:
        try:
            events = files.read_json(source.path)
        except BadInput as error:
            yield files.problem(source.display, error)
            return
        yield from _one(enumerate(events if isinstance(events, list) else [events]), Run(stem(source.path), "", source=source.display, format=NAME), {})
    elif source.name.startswith("output") and not _KINDS.search(source.head[:4096]):
        yield from _output(source)
    else:
        yield from _lines(source)


def _lines(source: Source) -> Iterator[Record]:
    problems: list[Problem] = []

    def events() -> Iterator[tuple[int, Any]]:
        for line in files.iter_jsonl(source.path, source.display):
            if line.problem is not None:
                problems.append(line.problem)
            elif line.value is not None:
                yield line.number, line.value

    run = Run(stem(source.path), "", source=source.display, format=NAME)
    records = list(_one(events(), run, {}))
    cut = any(problem.kind == "truncated_line" for problem in problems)
    yield from (record._replace(truncated=True) if cut and isinstance(record, Run) else record for record in records)
    yield from problems


def _folder(source: Source) -> Iterator[Record]:
    problems: list[Problem] = []
    try:
        state = files.read_json(source.path / "base_state.json")
    except BadInput as error:
        state = {}
        problems.append(files.problem(f"{source.display}/base_state.json", error))
    state = state if isinstance(state, dict) else {}

    def events() -> Iterator[tuple[int, Any]]:
        try:
            names = sorted(name for name in os.listdir(source.path / "events") if name.endswith(".json"))
        except OSError:
            return
        for index, name in enumerate(names):
            try:
                yield index, files.read_json(source.path / "events" / name)
            except BadInput as error:
                problems.append(files.problem(f"{source.display}/events/{name}", error))

    agent = state.get("agent")
    llm = agent.get("llm") if isinstance(agent, dict) else None
    run = Run(
        text_field(state, "id") or source.name,
        "",
        model=text_field(llm, "model") if isinstance(llm, dict) else None,
        agent="openhands",
        exit_status=text_field(state, "execution_status"),
        source=source.display,
        format=NAME,
    )
    yield from _one(events(), run, {"stats": state.get("stats")})
    yield from problems


def _output(source: Source) -> Iterator[Record]:
    repeated = _repeats(source)
    if repeated is not None:
        yield Problem(source.display, "repeated", f"the same runs stand in {repeated}", None, "nothing to do: they are counted once", "note")
        return
    names, resolved = Names(), _resolved(source.path.parent)
    for line in files.iter_jsonl(source.path, source.display):
        if line.problem is not None:
            yield line.problem
            continue
        row = line.value
        if not isinstance(row, dict):
            continue
        run = _run(row, source, names.unique(f"{source.path.parent.name}/{_instance(row)}{_suffix(source.name)}", line.raw), resolved)
        history = row.get("history")
        yield from _one(enumerate(history if isinstance(history, list) else []), run, row)


def _instance(row: dict[str, Any]) -> str:
    return str(row.get("instance_id") or row.get("task_id") or "unknown")


def _suffix(name: str) -> str:
    found = _ATTEMPT.search(name)
    return f"@{found[1]}" if found and found[1] else ""


def _repeats(source: Source) -> str | None:
    if source.name != "output.jsonl":
        return None
    folder = source.path.parent
    return next((name for name in ("output.swebench_eval.jsonl", "output.critic_attempt_1.jsonl") if (folder / name).exists()), None)


def _resolved(folder: Path) -> dict[str, bool]:
    """Verdicts of the report beside an output, by instance."""
    found: dict[str, bool] = {}
    for name in ("report.json", "output.report.json"):
        try:
            report = files.read_json(folder / name) if (folder / name).exists() else None
        except BadInput:
            continue
        if isinstance(report, dict):
            for key, passed in (("unresolved_ids", False), ("resolved_ids", True)):
                found |= {item: passed for item in listed(report.get(key)) if isinstance(item, str)}
    return found


def _run(row: dict[str, Any], source: Source, run_id: str, resolved: dict[str, bool]) -> Run:
    meta = sub(row, "metadata")
    llm = meta.get("llm_config") or meta.get("llm")
    tested = sub(row, "test_result")
    report = sub(tested, "report")
    instance = _instance(row)
    passed = verdict(report.get("resolved"))
    place = _ATTEMPT.search(source.name) or _ATTEMPT.search(source.path.parent.name)
    attempt = integer(row.get("attempt"))
    error = row.get("error")
    return Run(
        run_id,
        instance,
        suite=text_field(meta, "dataset", "data_split"),
        model=text_field(llm, "model") if isinstance(llm, dict) else None,
        agent=text_field(meta, "agent_class") or "openhands",
        attempt=attempt if attempt is not None else int(place[1] or place[2]) if place else None,
        passed=passed if passed is not None else resolved.get(instance),
        exit_status=error if isinstance(error, str) and error else "error" if error else None,
        source=source.display,
        format=NAME,
        final_answer=text_field(tested, "git_patch"),
        join_key=instance,
    )


def _one(events: Iterable[tuple[int, Any]], run: Run, row: dict[str, Any]) -> Iterator[Record]:
    """The records of one run. `row` has metrics, error, instruction or stats besides the events."""
    converter = Converter(run.run_id, None, run.source)
    reader = Events(converter)
    made: list[Made] = []
    for line, event in events:
        made += reader.feed(event, line)
    made += converter.finish()
    reader.stats(row.get("stats"))
    metrics = sub(row, "metrics")
    used = metrics.get("accumulated_token_usage")
    tokens = (integer(used.get("prompt_tokens")), integer(used.get("completion_tokens"))) if isinstance(used, dict) else reader.tokens
    cost = number(metrics.get("accumulated_cost"))
    run = run._replace(
        tokens_in=tokens[0],
        tokens_out=tokens[1],
        cost_usd=cost if cost is not None else reader.cost,
        exit_status=run.exit_status or reader.state,
        agent=run.agent or "openhands",
    )
    notes = _terminal(reader.events, converter)
    if reader.state and not any(event.channel == "harness_enum" for event in notes):
        notes.append(Event("", 0, "agent", "harness_enum", "execution_status", reader.state, reader.state, is_terminal=True))
    problems = [Problem(run.source, "not_conversation", name, None, None, "note", count) for name, count in reader.skipped.items()]
    yield from emit(run, converter, made, [*notes, *_error(row.get("error")), *problems], prompt=text_field(row, "instruction"))


def _terminal(events: list[Event], converter: Converter) -> list[Event]:
    """The events, with those after the last step marked as the end."""
    last = max(0, converter.steps - 1) or None
    return [event._replace(is_terminal=event.step == last and event.type in ("error", "agent_state", "status", "limit")) for event in events]


def _error(error: object) -> list[Event]:
    if not error:
        return []
    text = error if isinstance(error, str) else dumps(error)
    kind = text.split(":", 1)[0].strip()
    kind = kind if kind and len(kind) < 80 and " " not in kind else "error"
    events = [Event("", 0, "agent", "harness_exception", kind, None, text, is_terminal=True)]
    if _LIMIT.search(text):
        events.append(Event("", 0, "agent", "limit", "limit", "steps", text, is_terminal=True))
    return events
