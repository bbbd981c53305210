"""pytest-json-report."""

from __future__ import annotations

from typing import Any

from triage.errors import BadInput
from triage.formats.files import integer, loads, string
from triage.formats.graders import GraderReport
from triage.formats.graders.names import check_name
from triage.model import Check, Event

NAME = "pytest_json"
TITLE = "pytest-json-report"

_STATUS = {"passed": "passed", "failed": "failed", "error": "error", "skipped": "skipped", "xfailed": "skipped", "xpassed": "passed"}
_PHASES = ("call", "setup", "teardown")


def recognise(name: str, head: bytes) -> bool:
    """A JSON object with `exitcode` and a `summary`."""
    return head.lstrip()[:1] == b"{" and b'"exitcode"' in head and b'"summary"' in head and (b'"created"' in head or b'"collectors"' in head)


def read(data: bytes) -> GraderReport:
    """Checks in order. Collection errors stand only in `collectors`: they become events."""
    try:
        root = loads(data)
    except BadInput as error:
        return GraderReport([], None, [], [f"pytest-json-report: {error.what}"])
    if not isinstance(root, dict):
        return GraderReport([], None, [], ["pytest-json-report: not an object"])
    tests, collectors = root.get("tests"), root.get("collectors")
    checks = [made for seq, test in enumerate(tests) if (made := _check(test, seq))] if isinstance(tests, list) else []
    events: list[Event] = []
    for item in collectors if isinstance(collectors, list) else ():
        if isinstance(item, dict) and item.get("outcome") == "failed":
            events.append(_event("collection_error", None, f"{string(item.get('nodeid')) or ''}\n{string(item.get('longrepr')) or ''}".strip()))
    code = integer(root.get("exitcode"))
    if code is not None:
        events.append(Event("", 0, "grader", "grader_exit", "exit", str(code), "exitcode", is_terminal=True))
    summary = root.get("summary")
    stated = integer(summary.get("total")) if isinstance(summary, dict) else None
    ran = sum(check.status != "skipped" for check in checks) if checks else stated if stated is not None or not isinstance(tests, list) else 0
    return GraderReport(checks, ran, events)


def _event(kind: str, code: str | None, text: str) -> Event:
    return Event("", 0, "grader", "grader_result", kind, code, text, is_terminal=True)


def _check(test: Any, seq: int) -> Check | None:
    if not isinstance(test, dict) or not isinstance(test.get("nodeid"), str):
        return None
    status = _STATUS.get(str(test.get("outcome")), "error")
    message = trace = None
    for name in _PHASES:
        part = test.get(name)
        if isinstance(part, dict) and part.get("outcome") == "failed":
            crash = part.get("crash")
            trace = string(part.get("longrepr"))
            message = string(crash.get("message")) if isinstance(crash, dict) else None
            break
    made, original = check_name(test["nodeid"])
    return Check("", seq, made, status, message=message, trace=trace, raw_name=original)
