"""Opening a store that another process is writing: wait for it, with a word."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from triage.cli.common import note
from triage.errors import StoreError

if TYPE_CHECKING:
    from triage.store.reviews import StoreReviews

LOOK_AGAIN = 0.5
"""Seconds between two tries."""


def wait_for_store(path: Path) -> StoreReviews:
    """The store for review, as soon as nobody writes it. Raises StoreError where waiting does not help."""
    from triage.store.reviews import StoreReviews

    told = False
    while True:
        try:
            return StoreReviews(path)
        except StoreError as error:
            if "locked" not in error.what:
                raise
            if not told:
                note(f"{error.what}; waiting for it (Ctrl-C ends)")
                told = True
            time.sleep(LOOK_AGAIN)
