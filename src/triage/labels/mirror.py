"""Labels as rows of the store's `labels` table: those that count now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from triage.labels.events import fold, read_events


def label_rows(folder: Path) -> list[tuple[Any, ...]]:
    """One row for each run and annotator, columns as in `triage.model.Label`. Withdrawn labels are left out."""
    return [tuple(label) for label in fold(read_events(folder).events).values()]
