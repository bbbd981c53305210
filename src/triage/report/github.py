"""A report for GitHub Actions: annotations where a file is known, and Markdown for the summary of the job.

Workflow commands are lines that begin with `::`. Whatever comes from a transcript is escaped as their documentation wants it,
and no line of the summary begins like one.
"""

from __future__ import annotations

import re
from typing import Any

from triage.report.blocks import Figures, Paragraph, Section, Table
from triage.report.build import Report
from triage.report.locations import location
from triage.report.markdown import render_block
from triage.safe_text import one_line

LEVELS = {"problem": "error", "invalid": "warning", "suspicious": "warning"}
"""Severity -> annotation. Invalid runs are for the operator, not for the author of the change: a warning."""
MOST_ANNOTATIONS = 50
"""GitHub shows ten of each level for a step; the summary has the rest."""
MOST_ROWS = 20
SECTIONS = ("headline", "first", "gates", "infrastructure")
_COMMAND = re.compile(r"^(\s*)(::|##\[)", re.M)


def render(report: Report) -> str:
    """Annotations, then the summary: what standard output of a step wants."""
    lines = notices(report)
    return "\n".join([*lines, "", summary(report)]) if lines else summary(report)


def notices(report: Report) -> list[str]:
    """One workflow command for each finding about a task that has a file, the loudest first."""
    made = []
    for finding in report.data["findings"]:
        level = LEVELS.get(finding["severity"])
        place = location(report, finding)
        if level is None or finding["status"] != "match" or finding["scope"] != "task" or place is None:
            continue
        given = {"file": place.file, "line": str(place.line) if place.line else "", "title": f"triage {finding['kind']}"}
        properties = ",".join(f"{name}={_property(value)}" for name, value in given.items() if value)
        about = f"{finding['task_id']}" + (f", check {finding['check']}" if finding["check"] else "")
        text = f"{about}: {finding['title']}." + (f" {finding['explanation']}" if finding["explanation"] else "")
        made.append(f"::{level} {properties}::{_data(one_line(text, 1500))}")
        if len(made) >= MOST_ANNOTATIONS:
            break
    return made


def summary(report: Report) -> str:
    """The headline, what to do first, the gates and infrastructure as Markdown."""
    parts = [f"# {one_line(report.title, 200)}"]
    for section in report.sections:
        if section.id in SECTIONS and section.blocks:
            parts.append(f"## {section.title}")
            parts += [render_block(b) for b in _short(section)]
    text = "\n\n".join(parts) + f"\n\nMade {report.made_at} by triage {report.version}.\n"
    return _COMMAND.sub(r"\1\\\2", text)


def _short(section: Section) -> list[Any]:
    made: list[Any] = []
    for block in section.blocks:
        if isinstance(block, Table):
            made.append(block._replace(rows=block.rows[:MOST_ROWS]))
            if len(block.rows) > MOST_ROWS:
                made.append(Paragraph(f"{len(block.rows) - MOST_ROWS} more rows are in the report."))
        elif isinstance(block, (Figures, Paragraph)):
            made.append(block)
    return made


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(one_line(text)).replace(":", "%3A").replace(",", "%2C")
