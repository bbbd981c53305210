"""A copy of a store that another process is writing: as it was when it was last whole."""

from __future__ import annotations

import shutil
from pathlib import Path

from triage.errors import StoreError

HEADERS = 3 * 4096
"""Bytes of a DuckDB file that say which blocks count: they change when a checkpoint ends, and only then."""
TRIES = 5


def is_locked(error: StoreError) -> bool:
    """Whether another process holds the store: waiting helps."""
    return " is locked by " in error.what


def snapshot(store: Path, copy: Path) -> bool:
    """Copy the store as its last checkpoint left it; what its log holds on top is left out. False where that can't be done.

    DuckDB never writes over blocks that the last checkpoint needs. So a copy is whole if no checkpoint ended meanwhile.
    """
    for _ in range(TRIES):
        try:
            before = _headers(store)
            shutil.copyfile(store, copy)
            if len(before) == HEADERS and before == _headers(store) == _headers(copy):
                return True
        except OSError:  # no space, or a system on which a locked file can't be read
            break
    copy.unlink(missing_ok=True)
    return False


def _headers(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEADERS)
