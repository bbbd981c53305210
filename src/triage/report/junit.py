"""Findings as JUnit XML: a suite a task, a failing test a finding. What continuous integration shows without a plugin."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

from triage.report.build import Report
from triage.report.locations import location
from triage.safe_text import visible

FAILS = ("problem", "suspicious")
"""Severities of findings about tasks that fail; invalid runs are errors of the infrastructure, notes are left out."""
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, even escaped."""


def render(report: Report) -> str:
    """The document. A task without findings is one passing test, so that it is seen that it was looked at."""
    found: dict[str, list[dict[str, Any]]] = {t.task_id: [] for t in report.tasks}
    for finding in report.data["findings"]:
        if finding["status"] == "match" and (finding["severity"] == "invalid" or (finding["scope"] == "task" and finding["severity"] in FAILS)):
            found.setdefault(finding["task_id"] or "?", []).append(finding)
    root = ET.Element("testsuites", name=_legal(report.title))
    for task_id, findings in sorted(found.items()):
        suite = ET.SubElement(root, "testsuite", name=_legal(task_id), timestamp=report.made_at[:19])
        suite.attrib.update(_counts(findings))
        for finding in findings:
            _case(suite, report, task_id, finding)
        if not findings:
            ET.SubElement(suite, "testcase", classname=_legal(task_id), name="no finding", time="0")
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(s.get(name, "0")) for s in root)))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _counts(findings: list[dict[str, Any]]) -> dict[str, str]:
    errors = sum(f["severity"] == "invalid" for f in findings)
    return {"tests": str(len(findings) or 1), "failures": str(len(findings) - errors), "errors": str(errors), "skipped": "0", "time": "0"}


def _case(suite: ET.Element, report: Report, task_id: str, finding: dict[str, Any]) -> None:
    name = " ".join(str(p) for p in (finding["kind"], finding["check"], finding["run_id"]) if p)
    case = ET.SubElement(suite, "testcase", classname=_legal(task_id), name=_legal(name), time="0")
    failure = ET.SubElement(case, "error" if finding["severity"] == "invalid" else "failure", type=_legal(finding["kind"]), message=_legal(finding["title"]))
    lines = [finding["explanation"] or ""]
    place = location(report, finding)
    if place is not None:  # as text: strict readers allow no file and no line among the attributes of a test
        lines.append(f"at {place.file}" + (f":{place.line}" if place.line else ""))
    lines += [f"{e['run_id'] or ''} step {e['step']} {e['channel'] or ''}: {e['quote']}" for e in finding["evidence"][:3]]
    failure.text = _legal("\n".join(line for line in lines if line))


def _legal(text: str) -> str:
    return _ILLEGAL.sub("\ufffd", visible(str(text)))
