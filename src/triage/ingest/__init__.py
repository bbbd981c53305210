"""Walk, recognise, read, shard, store: what `triage ingest` does."""

from __future__ import annotations

from triage.ingest.run import Summary, ingest

__all__ = ["Summary", "ingest"]
