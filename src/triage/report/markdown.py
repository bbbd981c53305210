"""A report as Markdown: every text that may come from a transcript is escaped."""

from __future__ import annotations

import re
from typing import Any

from triage.report.blocks import Block, Claim, Diff, Figures, Link, Paragraph, Picture, Section, Table
from triage.report.build import Report
from triage.safe_text import visible

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!&])")


def render(report: Report) -> str:
    """The whole report."""
    parts = [f"# {escape(report.title)}", f"Made {report.made_at} by triage {report.version}."]
    empty = []
    for section in report.sections:
        if section.blocks:
            parts.append(_section(section))
        else:
            empty.append(f"- {section.title}: {section.empty}")
    if empty:
        parts.append("## Nothing to report\n\n" + "\n".join(empty))
    return "\n\n".join(parts) + "\n"


def escape(text: Any) -> str:
    """Text that Markdown and the HTML in it leave alone, on one line."""
    return _SPECIAL.sub(r"\\\1", visible(" ".join(str(text).split())))


def _section(section: Section) -> str:
    return "\n\n".join([f"## {escape(section.title)}", *(render_block(b) for b in section.blocks)])


def render_block(block: Block) -> str:
    """One block."""
    if isinstance(block, Paragraph):
        return f"**{escape(block.text)}**" if block.strong else escape(block.text)
    if isinstance(block, Figures):
        return "\n".join(f"- {escape(name)}: **{escape(value)}** ({escape(note)})" for name, value, note in block.items)
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Claim):
        return _claim(block)
    if isinstance(block, Picture):
        return f"*{escape(block.title)}: {escape(block.alternative)}*"
    return f"{escape(block.title)}\n\n{_code(block.lines)}" if isinstance(block, Diff) else ""


def _table(table: Table) -> str:
    lines = [f"| {' | '.join(escape(c) for c in table.columns)} |", "|" + "---|" * len(table.columns)]
    lines += [f"| {' | '.join(_cell(c) for c in row)} |" for row in table.rows]
    return (f"{escape(table.caption)}\n\n" if table.caption else "") + "\n".join(lines)


def _cell(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, Link):
        return escape(value.text)
    return f"{value:g}" if isinstance(value, float) else escape(value)


def _claim(claim: Claim) -> str:
    head = f"- **{escape(claim.kind)}** ({claim.severity}, confidence {claim.confidence:.2f}) {escape(claim.about)}: {escape(claim.title)}."
    lines = [head, f"  {escape(claim.explanation)}" + (f" {claim.counts}." if claim.counts else "")]
    for q in claim.evidence[:3]:
        where = ", ".join(str(x) for x in (q.run_id, None if q.step is None else f"step {q.step}", q.channel, q.file) if x)
        lines.append(f"  - {escape(where)}: {escape(q.text[:300])}")
    if claim.action:
        lines.append(f"  - Do: {escape(claim.action)}")
    return "\n".join(lines)


def _code(lines: list[str]) -> str:
    longest = max((len(m) for line in lines for m in re.findall(r"`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}diff\n" + "\n".join(visible(line) for line in lines) + f"\n{fence}"
