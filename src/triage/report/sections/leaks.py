"""Answers that leaked, and runs that cheated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triage.report.blocks import Section
from triage.report.build import claims, where_task

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.report.mask import Masked


def build(reader: Masked, scope: Scope) -> Section:
    """Claims of the query `leaks`, the loudest first."""
    return Section("leaks", "Leaks and cheating", list(claims(reader.named("leaks", where=where_task(scope)), scope, MOST)), "No leak and no cheating was found.")


MOST = 60
"""Claims shown; the JSON report and `triage findings` have all."""
