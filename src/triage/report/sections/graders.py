"""Graders that are wrong, with evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triage.report.blocks import Section
from triage.report.build import claims, where_task

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked


def build(reader: Masked, scope: Scope) -> Section:
    """Claims of the query `graders`, the loudest first."""
    return Section("graders", "Graders", list(claims(reader.named("graders", where=where_task(scope)), scope, MOST)), "No grader is suspected.")


MOST = 60
"""Claims shown; the JSON report and `triage findings` have all."""
