"""What pytest printed: the fallback where a grader left no structured result."""

from __future__ import annotations

import re

from triage.formats.files import decode
from triage.formats.graders import GraderReport
from triage.formats.graders.log_facts import log_facts
from triage.formats.graders.names import check_name
from triage.model import Check

NAME = "pytest_stdout"
TITLE = "Printed output of pytest"

_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_SHORT = re.compile(r"^(PASSED|FAILED|ERROR|XFAIL|XPASS) (\S.*)$")
_VERBOSE = re.compile(r"^(\S+::.+?) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b(?: \(.*\))?(?:\s+\[\s*\d+%\])?$")
_STATUS = {"PASSED": "passed", "FAILED": "failed", "ERROR": "error", "SKIPPED": "skipped", "XFAIL": "skipped", "XPASS": "passed"}
_WORSE = {"passed": 0, "skipped": 1, "failed": 2, "error": 3}
_HEADING = re.compile(r"^_{3,} (?:ERROR at (?:setup|teardown) of )?(.+?) _{3,}$")


def recognise(name: str, head: bytes) -> bool:
    """A text with pytest's headings."""
    return not name.endswith((".json", ".xml", ".tap")) and (b"short test summary info" in head or b"test session starts" in head or b"no tests ran in" in head)


def read(data: bytes) -> GraderReport:
    """Checks of the short summary (or of verbose lines), tests that ran, and what else the log tells."""
    text = decode(data)
    facts = log_facts(text, None)
    ran = next((int(e.code) for e in facts if e.type == "tests_ran" and e.code and e.code.isdigit()), None)
    return GraderReport(read_checks(text), ran, [e for e in facts if e.type != "tests_ran"])


def read_checks(text: str) -> list[Check]:
    """One check a test; `origin` is `log`. Where a test stands twice (failed, and error in teardown) the worse counts."""
    found: dict[str, Check] = {}
    traces: dict[str, list[str]] = {}
    block: list[str] | None = None
    summary = False
    for raw in text.splitlines():
        line = _ANSI.sub("", raw).rstrip() if "\x1b" in raw else raw.rstrip()
        if line.startswith("="):
            summary = "short test summary info" in line or (summary and " in " not in line)
            block = None
        elif line.startswith("___"):
            block = traces.setdefault(heading[1], []) if (heading := _HEADING.match(line)) else None
        elif block is not None:
            block.append(line)
        elif match := _SHORT.match(line) if summary else None:
            _keep(found, match[1], match[2])
        elif "::" in line and (match := _VERBOSE.match(line)):
            _keep(found, match[2], match[1])
    return [_with_trace(check._replace(seq=seq), traces) for seq, check in enumerate(found.values())]


def _keep(found: dict[str, Check], word: str, rest: str) -> None:
    name, original = check_name(rest)
    status = _STATUS[word]
    message = rest.split(" - ", 1)[1] if original and " - " in rest else None
    if "::" not in name and word == "ERROR" and not name.endswith(".py"):
        return
    before = found.get(name)
    if before is None or _WORSE[status] > _WORSE[before.status] or (message and not before.message):
        found[name] = Check("", 0, name, status, message=message, raw_name=original, origin="log")


def _with_trace(check: Check, traces: dict[str, list[str]]) -> Check:
    if check.status not in ("failed", "error"):
        return check
    block = traces.get(check.check_name.partition("::")[2].replace("::", "."))
    if not block:
        return check
    errors = [line[1:].strip() for line in block if line.startswith("E  ")]
    cut = not check.message or check.message.endswith("...")
    return check._replace(trace="\n".join(block).strip() or None, message=errors[0] if errors and cut else check.message)
