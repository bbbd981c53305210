"""CTRF: the common JSON report of pytest-json-ctrf, Playwright, Jest and others."""

from __future__ import annotations

from typing import Any

from triage.errors import BadInput
from triage.formats.files import integer, loads, string
from triage.formats.graders import GraderReport
from triage.formats.graders.names import check_name
from triage.model import Check, Event

NAME = "ctrf"
TITLE = "CTRF JSON"

_STATUS = {"passed": "passed", "failed": "failed", "skipped": "skipped", "pending": "skipped"}


def recognise(name: str, head: bytes) -> bool:
    """By its name, or the root's keys."""
    return name.endswith(".json") and (b'"reportFormat"' in head or (b'"results"' in head and b'"tests"' in head and b'"summary"' in head and b'"tool"' in head))


def read(data: bytes) -> GraderReport:
    """Checks in order. The summary only serves where the list of tests is missing."""
    try:
        root = loads(data)
    except BadInput as error:
        return GraderReport([], None, [], [f"CTRF: {error.what}"])
    results = root.get("results") if isinstance(root, dict) else None
    if not isinstance(results, dict):
        return GraderReport([], None, [], ["CTRF: no object `results`"])
    tests, problems = results.get("tests"), list[str]()
    checks = [made for seq, test in enumerate(tests) if (made := _check(test, seq, problems))] if isinstance(tests, list) else []
    ran = sum(check.status != "skipped" for check in checks)
    summary = results.get("summary")
    stated = integer(summary.get("tests")) if isinstance(summary, dict) else None
    if not checks and stated is None:
        return GraderReport([], None, [], ["CTRF: neither tests nor a summary"])
    events: list[Event] = []
    if stated is not None and stated > len(checks) and checks:
        problems.append(f"CTRF: the summary counts {stated} tests, {len(checks)} are listed")
    return GraderReport(checks, ran if checks else stated, events, problems)


def _check(test: Any, seq: int, problems: list[str]) -> Check | None:
    if not isinstance(test, dict) or not isinstance(test.get("name"), str):
        problems.append(f"CTRF: test {seq} has no name")
        return None
    raw = string(test.get("raw_status") or test.get("rawStatus")) or ""
    status = _STATUS.get(str(test.get("status")).lower(), "error")
    if status == "failed" and ("setup" in raw or "teardown" in raw or raw in ("error", "call_error")):
        status = "error"
    suite = test.get("suite")
    group = " > ".join(str(part) for part in suite) if isinstance(suite, list) else string(suite)
    name, original = check_name(test["name"])
    trace = string(test.get("trace"))
    return Check("", seq, name, status, group or None, message=string(test.get("message")) or _last_error(trace), trace=trace, raw_name=original)


def _last_error(trace: str | None) -> str | None:
    """The first `E` line of a pytest traceback, where the report has no message of its own."""
    if not trace:
        return None
    lines = trace.splitlines()
    return next((line[1:].strip() for line in lines if line.startswith("E  ")), lines[-1] if lines else None)
