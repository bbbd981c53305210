"""TAP, the Test Anything Protocol, versions 12 to 14, with subtests."""

from __future__ import annotations

import re

from triage.formats.files import decode
from triage.formats.graders import GraderReport
from triage.formats.graders.names import check_name
from triage.model import Check, Event

NAME = "tap"
TITLE = "TAP"

_LINE = re.compile(r"^(not )?ok\b(?:\s+(\d+))?\s*(?:-\s*)?(.*)$")
_DIRECTIVE = re.compile(r"\s#\s*(SKIP|TODO)\S*\s*(.*)$|^#\s*(SKIP|TODO)\S*\s*(.*)$", re.I)
_PLAN = re.compile(r"^1\.\.(\d{1,9})\b(.*)$")
_HEAD = re.compile(rb"^(?:TAP version \d+|1\.\.\d+|(?:not )?ok \d+)\b", re.M)


def recognise(name: str, head: bytes) -> bool:
    """By its name or its first lines."""
    return name.endswith(".tap") or (not name.endswith((".json", ".xml")) and head[:4096].startswith(b"TAP version") and _HEAD.search(head) is not None)


def read(data: bytes) -> GraderReport:
    """One check a test point, subtests as `parent > child`. `not ok # TODO` is no failure."""
    reader = _Reader()
    for number, raw in enumerate(decode(data).splitlines(), 1):
        reader.line(raw, number)
    if reader.plan is not None and reader.top < reader.plan and not any(event.type == "crash" for event in reader.events):
        text = f"the plan says 1..{reader.plan}, {reader.top} results stand there: the test program ended early"
        reader.events.append(Event("", 0, "grader", "grader_result", "crash", None, text, is_terminal=True))
    checks = [check._replace(seq=seq) for seq, check in enumerate(reader.checks)]
    told = bool(checks) or reader.plan is not None
    return GraderReport(checks, sum(c.status != "skipped" for c in checks) if told else None, reader.events, [] if told else ["TAP: neither a plan nor results"])


class _Reader:
    def __init__(self) -> None:
        self.checks: list[Check] = []
        self.events: list[Event] = []
        self.plan: int | None = None
        self.top = 0
        self._names: list[str] = []
        self._yaml: list[str] | None = None

    def line(self, raw: str, number: int) -> None:
        text = raw.strip()
        depth = (len(raw) - len(raw.lstrip(" "))) // 4
        if self._yaml is not None:
            if text == "...":
                self._close()
            else:
                self._yaml.append(raw)
            return
        if text == "---" and self.checks:
            self._yaml = []
        elif text.startswith("# Subtest:"):
            self._names[depth:] = [text[10:].strip()]
        elif text.startswith("Bail out!"):
            self.events.append(Event("", 0, "grader", "grader_result", "crash", "bail_out", text, is_terminal=True, line=number))
        elif match := _PLAN.match(text):
            self.plan = int(match[1]) if depth == 0 and raw[:1] != " " else self.plan
        elif match := _LINE.match(text):
            self._point(bool(match[1]), match[2], match[3], depth)

    def _point(self, failed: bool, number: str | None, rest: str, depth: int) -> None:
        found = _DIRECTIVE.search(rest)
        word = (found[1] or found[3]).upper() if found else ""
        name = (rest[: found.start()] if found else rest).strip() or f"test {number or len(self.checks) + 1}"
        if depth == 0:
            self.top += 1
        status = "skipped" if word == "SKIP" or (word == "TODO" and failed) else "failed" if failed else "passed"
        parents = self._names[:depth]
        made, original = check_name(" > ".join([*parents, name]))
        self.checks.append(Check("", 0, made, status, " > ".join(parents) or None, message=(found[2] or found[4] or None) if found else None, raw_name=original))

    def _close(self) -> None:
        lines, self._yaml = self._yaml or [], None
        check = self.checks[-1]
        if check.status != "failed":
            return
        fields = {key.strip(): value.strip().strip("'\"") for key, _, value in (line.partition(":") for line in lines) if value.strip() and len(key) < 60}
        self.checks[-1] = check._replace(
            message=fields.get("error") or fields.get("message") or check.message, trace="\n".join(lines) or None, expected=fields.get("expected"), actual=fields.get("actual")
        )
