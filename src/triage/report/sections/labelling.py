"""What people decided, and what is not read yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triage.report.blocks import Block, Link, Paragraph, Section, Table

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked


def build(reader: Masked, scope: Scope) -> Section:
    """Labels per verdict and annotator, and the failing runs without one."""
    labels = reader.named("labelling", {"task": scope.task})
    unread = reader.named("unread", {"task": scope.task})
    blocks: list[Block] = []
    if labels:
        blocks.append(
            Table(
                ["label", "annotator", "read", "inherited", "stale", "blind"], [[r["verdict"], r["annotator"], r["read"], r["inherited"], r["stale"], r["blind"]] for r in labels]
            )
        )
    if unread:
        total = sum(r["runs"] for r in unread)
        blocks.append(Paragraph(f"{total} failing runs are not read yet: triage review."))
        blocks.append(
            Table(
                ["task", "unread failing runs", "start with"], [[Link(r["task_id"], f"task:{r['task_id']}"), r["runs"], Link(r["example"], f"run:{r['example']}")] for r in unread]
            )
        )
    return Section("labelling", "Read and labelled", blocks, "Nothing fails, so nothing has to be read.")
