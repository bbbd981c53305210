"""The plain layout's grader.json: score, passed, error, checks."""

from __future__ import annotations

from typing import Any, NamedTuple

from triage.errors import BadInput
from triage.formats import files
from triage.formats.graders import GraderReport
from triage.model import Check, Event

NAME = "plain"
TITLE = "Plain grader.json"

STATUS = {"passed": "passed", "pass": "passed", "ok": "passed", "failed": "failed", "fail": "failed", "error": "error", "errored": "error", "skipped": "skipped", "skip": "skipped"}


class PlainResult(NamedTuple):
    """What grader.json says."""

    score: float | None
    """The score."""
    passed: bool | None
    """The verdict; from the score where it is not stated."""
    report: GraderReport
    """Checks and events."""


def recognise(name: str, head: bytes) -> bool:
    """By its name."""
    return name == "grader.json"


def read(data: bytes) -> GraderReport:
    """The report alone."""
    try:
        return read_result(files.loads(data), "grader.json").report
    except BadInput as error:
        return GraderReport([], None, [], [f"grader.json: {error.what}"])


def read_result(value: Any, file: str) -> PlainResult:
    """Score, verdict, checks and events of a parsed grader.json."""
    if not isinstance(value, dict):
        return PlainResult(None, None, GraderReport([], None, [_event("error", "bad_result", "grader.json is not an object", file)], ["not an object"]))
    problems: list[str] = []
    rows = value.get("checks")
    checks = [c for seq, raw in enumerate(rows if isinstance(rows, list) else ()) if (c := _check(raw, seq, file, problems))]
    score = files.number(value.get("score"))
    passed = value.get("passed")
    if not isinstance(passed, bool):
        passed = None if score is None else score >= 1.0
    events: list[Event] = []
    error = value.get("error")
    if isinstance(error, dict) and (error.get("type") or error.get("message")):
        events.append(_event("error", files.string(error.get("type")), files.string(error.get("message")) or "", file))
    elif isinstance(error, str) and error:
        events.append(_event("error", None, error, file))
    if value.get("score") is not None:
        events.append(_event("reward", str(value["score"])[:100], file, file))
    ran = sum(c.status in ("passed", "failed") for c in checks) if isinstance(value.get("checks"), list) and checks else None
    return PlainResult(score, passed, GraderReport(checks, ran, events, problems))


def _event(type_: str, code: str | None, text: str, file: str) -> Event:
    return Event("", 0, "grader", "grader_result", type_, code, text, is_terminal=True, file=file)


def _check(raw: object, seq: int, file: str, problems: list[str]) -> Check | None:
    if not isinstance(raw, dict) or not isinstance(raw.get("name"), str):
        problems.append(f"check {seq} has no name")
        return None
    status = STATUS.get(str(raw.get("status")).lower())
    if status is None:
        problems.append(f"check {raw['name']} has the status {raw.get('status')!r}: one of passed, failed, error, skipped is wanted")
        status = "error"
    return Check(
        "",
        seq,
        raw["name"],
        status,
        files.string(raw.get("group")),
        files.number(raw.get("score")),
        files.number(raw.get("weight")),
        files.string(raw.get("message")),
        files.string(raw.get("trace")),
        files.string(raw.get("expected")),
        files.string(raw.get("actual")),
        file=file,
    )
