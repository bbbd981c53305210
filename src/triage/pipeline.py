"""Ingest, then detect: what `triage ingest` and `triage demo` do as a whole."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from triage.catalogue import digest
from triage.ingest import Summary, ingest
from triage.ingest.run import Progress
from triage.labels.mirror import label_rows
from triage.store.findings import Detected
from triage.store.write import Writer
from triage.workers import Workers


def ingest_and_detect(
    paths: Sequence[str], db: Path, *, only: str | None = None, jobs: int | None = None, labels: Path | None = None, progress: Progress | None = None
) -> tuple[Summary, Detected]:
    """Read what is new below `paths`, then make findings and verdicts anew if anything changed.

    labels: the folder of label files, mirrored into the store. Raises what `triage.ingest.ingest` raises.
    """
    if not db.exists():
        import pyarrow  # noqa: F401  (workers are copies of this process: what it has loaded they need not load each)
    with Workers(jobs or os.cpu_count() or 1, early=not db.exists()) as workers:
        return _with(workers, paths, db, only, labels, progress)


def _with(workers: Workers, paths: Sequence[str], db: Path, only: str | None, labels: Path | None, progress: Progress | None) -> tuple[Summary, Detected]:
    writer = Writer(db)
    try:
        summary = ingest(paths, writer, workers, format=only, progress=progress)
        writer.mirror_labels(label_rows(labels) if labels is not None else [])
        detected = Detected(findings=writer.count("findings"))
        if writer.meta("derived") != "fresh" or writer.meta("catalogue") != digest():
            from triage.detect import detect  # its patterns take longer to make ready than a look at a folder that has not changed

            detected = detect(writer.db, progress, workers=workers)
        return summary, detected
    finally:
        writer.close()
