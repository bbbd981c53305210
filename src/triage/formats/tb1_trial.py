"""Terminal-Bench 1 trials: `<run>/<task>/<task>.<k>-of-<n>[.<run>]/` with results.json, panes, sessions and the agent's logs.

What the run's folder tells (metadata, its log, its list of results) is read from there; a trial that was killed before its
results.json was written takes its record from that list.
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
from triage.formats.files import string
from triage.formats.graders import pytest_stdout
from triage.formats.graders.log_facts import log_event, log_facts, shorten
from triage.formats.source import Source
from triage.formats.tb1_agent_logs import episodes, graft, graft_lines
from triage.formats.tb1_facts import copied_from, facts, log_entries, run_results, split_name
from triage.formats.tb1_record import checks_of, enum_events, log_events, run_of, short_name
from triage.formats.tb1_screen import LIMIT, blocks, plain, read_screen, typed, unwrap
from triage.formats.tb1_steps import divide, event_lines, program_events, program_messages, shell_messages, typed_messages
from triage.model import Check, Event, Problem, Record, Run, Step

NAME = "tb1_trial"
TITLE = "Terminal-Bench 1 trials"
WHERE = "docs/formats.md#terminal-bench-1"

_TRIAL = re.compile(r"\.\d+-of-\d+(?:\.|$)")
_PARTS = frozenset({"panes", "sessions", "agent-logs", "commands.txt"})


def recognise(source: Source) -> bool:
    """A folder with a trial's results.json, or what a killed trial leaves."""
    if not source.is_dir:
        return False
    names = source.names
    named = _TRIAL.search(source.name) is not None
    if "results.json" in names:
        if not named and not names & _PARTS:
            return False
        head = source.child("results.json").head
        return b'"trial_name"' in head and b'"failure_mode"' in head and b'"results"' not in head[:4096] if head.strip() else named
    return named and bool(names & _PARTS)


def read(source: Source) -> Iterator[Record]:
    """The trial's run."""
    path = source.path
    run_dir = Path(os.path.abspath(path)).parent.parent
    original = copied_from(run_dir)
    if original is not None and (original / path.parent.name / path.name).is_dir():
        yield Problem(source.display, "duplicate_run", "a copy of a trial inside another run: counted once", None, f"read {original.name}/ beside it", "note")
        return
    problems: list[Problem] = []
    record = _record(source, run_dir, problems)
    name = string(record.get("trial_name")) or source.name
    run = run_of(record, facts(run_dir), name, source.display)
    yield from _records(source, run_dir, record, run)
    yield from (p._replace(run_id=run.run_id) for p in problems)


def _record(source: Source, run_dir: Path, problems: list[Problem]) -> dict[str, Any]:
    value: Any = None
    if "results.json" in source.names:
        try:
            value = files.read_json(source.path / "results.json")
            if not isinstance(value, dict):
                problems.append(Problem(f"{source.display}/results.json", "bad_shape", "the result is not an object", None, "the trial's results.json"))
        except BadInput as error:
            problems.append(files.problem(f"{source.display}/results.json", error))
    if not isinstance(value, dict) or not value:
        value = run_results(run_dir).get(source.name)
        if value is None and "results.json" not in source.names:
            problems.append(Problem(source.display, "missing_result", "the trial has no results.json, and the run's list does not name it", None, "a finished trial", "warning"))
    return value if isinstance(value, dict) else {}


def _records(source: Source, run_dir: Path, record: dict[str, Any], run: Run) -> Iterator[Record]:
    instruction = string(record.get("instruction"))
    converter = Converter(run.run_id, None, source.display)
    events: list[Event] = []
    made, run = _transcript(source, converter, instruction, run, events)
    printed, grader_events = _grader(source.path)
    log = [e._replace(file=f"../../{e.file}") for e in log_events(log_entries(run_dir, source.name, run.task_id, split_name(source.name)[2]))]
    events += [*log, *enum_events(record), *grader_events]
    checks = checks_of(record, printed) or printed.values()
    yield from emit(run, converter, made, [*events, *checks], prompt=instruction)


def _transcript(source: Source, converter: Converter, instruction: str | None, run: Run, events: list[Event]) -> tuple[list[Made], Run]:
    """Steps and calls from the best that there is; `events` gets what setup and agent program printed."""
    logs = source.path / "agent-logs"
    screen, file = read_screen(source.path, "post-agent", "agent") if source.names & {"panes", "sessions"} else ("", None)
    keys = typed(source.path) if "commands.txt" in source.names else []
    parts = divide(screen, keys)
    setup = "\n".join(part for part in (_pane(source.path, "pre-agent"), parts.setup) if part)
    if setup:
        events.append(Event("", 0, "setup", "build_log", "log", None, shorten(setup), file=file))
    if parts.program:
        events += program_events(parts.program, file)
    grafted = graft(logs, run.run_id, source.display) if "agent-logs" in source.names else None
    if grafted is None and parts.program:
        grafted = graft_lines(event_lines(parts.program), run.run_id, source.display, file)
    if grafted is not None:
        converter.steps, converter.events = sum(isinstance(r, Step) for r in grafted.records), sum(isinstance(r, Event) for r in grafted.records)
        return grafted.records, _completed(run, grafted.run)
    if "agent-logs" in source.names:
        made = episodes(logs, converter)
        if made:
            return [*made, *converter.finish()], run
    converter.file = file
    messages = list(program_messages(parts.program)) if parts.program else list(shell_messages(parts.shell)) or ([] if screen else list(typed_messages(keys)))
    if not messages and not (parts.setup or parts.program is not None):
        return [], run._replace(has_transcript=False)
    made = converter.feed({"role": "user", "content": instruction}) if instruction else []
    for index, message in enumerate(messages):
        made += converter.feed(message, index)
    return [*made, *converter.finish()], run


def _completed(run: Run, inner: Run) -> Run:
    """The run with what only the agent's own log knows."""
    return run._replace(
        model=run.model or inner.model,
        tokens_in=run.tokens_in if run.tokens_in is not None else inner.tokens_in,
        tokens_out=run.tokens_out if run.tokens_out is not None else inner.tokens_out,
        cost_usd=run.cost_usd if run.cost_usd is not None else inner.cost_usd,
        agent_exit_code=inner.agent_exit_code,
        final_answer=inner.final_answer,
        truncated=run.truncated or inner.truncated,
    )


def _pane(trial: Path, name: str) -> str:
    """What a pane showed before the agent; empty where it is a prompt alone."""
    try:
        text = unwrap(plain(files.decode(files.read_prefix(trial / f"panes/{name}.txt", LIMIT))))
    except BadInput:
        return ""
    return text if any(block.output or not block.command.startswith("asciinema") for block in blocks(text) if block.command or block.output) else ""


def _grader(trial: Path) -> tuple[dict[str, Check], list[Event]]:
    """What the grader printed: checks by the last part of their names, and events."""
    text, file = read_screen(trial, "post-test", "tests", numbered=True)
    if not text.strip():
        return {}, []
    events = [log_event("grader", "grader_stdout", text, file), *log_facts(text, file)]
    if file and file.endswith(".cast"):  # lines of what it showed are no lines of the recording
        events = [event._replace(line=None) for event in events]
    text = read_screen(trial, "post-test", "tests")[0]
    printed: dict[str, Check] = {}
    for check in pytest_stdout.read_checks(text) if "::" in text else ():
        name = short_name(check.check_name)
        printed.setdefault(name, check._replace(seq=len(printed), check_name=name, raw_name=check.raw_name or check.check_name, file=file, origin="log"))
    return printed, events
