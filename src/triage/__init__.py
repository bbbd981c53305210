"""triage: is this low score about the model, or about us?

From Python:

    import triage
    store = triage.open("triage.duckdb")
    store.runs()          # pandas.DataFrame, one row a run
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from triage.api import Triage

__version__ = "0.1.0"
__all__ = ["__version__", "open"]


def open(path: str | Path = "triage.duckdb", *, labels: str | Path | None = None) -> Triage:  # noqa: A001
    """Open a store for reading.

    path: the DuckDB file that `triage ingest` wrote. labels: the folder of label files (default: `./labels` or
    TRIAGE_LABELS). Raises triage.errors.StoreError where the file is missing, locked or not a store.
    """
    from triage.api import Triage

    return Triage(path, labels=labels)
