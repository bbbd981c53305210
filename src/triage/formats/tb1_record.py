"""A trial's record of Terminal-Bench 1 (results.json, or an entry of the run's list) as Run, checks and events."""

from __future__ import annotations

import re
from typing import Any

from triage.formats.files import dumps, integer, string
from triage.formats.graders import names
from triage.formats.graders.log_facts import shorten
from triage.formats.kinds import run_kind
from triage.formats.stamps import iso, seconds_between
from triage.formats.tb1_facts import RunFacts, split_name
from triage.model import Check, Event, Run

FORMAT = "terminal-bench-1"
_START = re.compile(r"\b(?:build|up -d|up|pull)\s*$", re.M)
_CLASS = re.compile(r"([A-Za-z_][\w.]*)(?::|$)")
_STATUS = {"passed": "passed", "failed": "failed", "error": "error", "errored": "error", "skipped": "skipped", "xfail": "passed", "xpass": "passed"}
_PHASE = {"test_timeout": "grader", "parse_error": "grader", "agent_installation_failed": "setup"}
_LIMIT = {"agent_timeout": "time", "context_length_exceeded": "context", "output_length_exceeded": "output_tokens"}
_FILE = re.compile(r"^[^\s\[]*/[^/\s\[]+\.\w+(?::\d+)?$")
_SKIPPED = re.compile(r"^\[\d+\] (\S+?:\d+): (.*)$", re.S)
_TAKEN = frozenset(
    {"trial_name", "task_id", "instruction", "is_resolved", "failure_mode", "parser_results", "trial_started_at", "trial_ended_at"} | {"total_input_tokens", "total_output_tokens"}
)


def run_of(record: dict[str, Any], facts: RunFacts, trial_name: str, source: str) -> Run:
    """The Run that a record tells. A record may be empty: the trial was killed before it was written."""
    task, k, n = split_name(trial_name)
    resolved = record.get("is_resolved")
    passed = resolved if isinstance(resolved, bool) else None
    started, ended = iso(record.get("trial_started_at")), iso(record.get("trial_ended_at"))
    tokens = [integer(record.get(key)) or None for key in ("total_input_tokens", "total_output_tokens")]
    rest = {key: value for key, value in record.items() if key not in _TAKEN and value is not None}
    rest |= {"n_attempts": n} if n else {}
    return Run(
        f"{facts.run}/{trial_name}",
        string(record.get("task_id")) or task,
        kind=run_kind(facts.agent),
        suite=facts.suite,
        model=facts.model,
        agent=facts.agent,
        attempt=k if n and n > 1 else None,
        score=None if passed is None else float(passed),
        passed=passed,
        exit_status=string(record.get("failure_mode")),
        started_at=started,
        ended_at=ended,
        duration_s=seconds_between(started, ended),
        tokens_in=tokens[0],
        tokens_out=tokens[1],
        host=facts.host,
        source=source,
        format=FORMAT,
        truncated=not record,
        meta=dumps(rest) if rest else None,
    )


def enum_events(record: dict[str, Any]) -> list[Event]:
    """The failure mode, and the budget that it names."""
    mode = string(record.get("failure_mode"))
    if mode is None or mode == "unset":  # what the harness writes where nothing went wrong
        return []
    events = [Event("", 0, _PHASE.get(mode, "agent"), "harness_enum", "failure_mode", mode, mode, is_terminal=True, file="results.json")]
    if mode in _LIMIT:
        events.append(Event("", 0, "agent", "limit", "limit", _LIMIT[mode], mode, is_terminal=True, file="results.json"))
    return events


def log_events(entries: list[tuple[int, str]]) -> list[Event]:
    """What the run's log says about a trial: failed builds, the exception that ended it, and the other lines as one event."""
    events: list[Event] = []
    other: list[str] = []
    phase = "agent"
    for line, text in entries:
        if text.startswith("Docker compose command failed"):
            if _START.search(text, 0, 2000):
                phase = "setup"
            events.append(Event("", 0, phase, "build_log" if phase == "setup" else "harness_log", "log", None, shorten(text), file="run.log", line=line + 1))
        elif text.startswith("Harness execution failed"):
            message, _, trace = text.partition("\n")
            named = _CLASS.match(trace.rstrip().rpartition("\n")[2])
            told = {named[1].rpartition(".")[2] if named else "error": message} | ({"traceback": shorten(trace)} if trace.strip() else {})
            events += [
                Event("", 0, phase, "harness_exception", kind, None, words, is_terminal=True, file="run.log", line=line + number)
                for number, (kind, words) in enumerate(told.items(), 1)
            ]
        else:
            other.append(text)
    if other:
        events.insert(0, Event("", 0, "agent", "harness_log", "log", None, shorten("\n".join(other)), file="run.log", line=entries[0][0] + 1))
    return events


def check_name(raw: str) -> tuple[str, str | None, str | None]:
    """Name, message and status of a check's key: a key may hold pytest's whole summary line with the error text or the reason of a skip."""
    skipped = _SKIPPED.match(raw)
    if skipped:
        return _base(skipped[1]), skipped[2], "skipped"
    name = _base(names.check_name(raw)[0])
    message = raw.partition(" - ")[2] if " - " not in name else ""
    # A summary line that names a file and no test is a collection error: no test of the file ran.
    return name, message or None, "error" if name.endswith(".py") else None


def _base(name: str) -> str:
    """A file's name without its folder: that depends on where the grader was started."""
    return name.rpartition("/")[2] if _FILE.search(name) else name


def short_name(name: str) -> str:
    """The last part of a test's id, as parser_results names it; parameters in brackets stay."""
    head, bracket, rest = name.partition("[")
    return _base(head.rpartition("::")[2] + bracket + rest)


def checks_of(record: dict[str, Any], printed: dict[str, Check]) -> list[Check]:
    """Checks from parser_results. `printed`: what the grader printed about them, by the last part of their names."""
    results = record.get("parser_results")
    checks: list[Check] = []
    for raw, value in results.items() if isinstance(results, dict) else ():
        name, message, special = check_name(raw)
        status = _STATUS.get(value.lower(), "error") if isinstance(value, str) else "passed" if value is True else "failed" if value is False else "error"
        status = special if special and (status == "failed" or special == "skipped") else status
        said = printed.get(name)
        if said is not None and said.status == status:
            message, trace = said.message or message, said.trace
        else:
            said, trace = None, None
        check = Check("", len(checks), name, status, message=message, trace=trace, raw_name=raw if raw != name else None, file="results.json")
        checks.append(check._replace(expected=said.expected, actual=said.actual) if said else check)
    return checks
