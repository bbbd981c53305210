"""Opening a store that another process may be writing: with a word, from a copy or as soon as it ends."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from triage.cli.common import note
from triage.errors import StoreError

if TYPE_CHECKING:
    from triage.store.reviews import StoreReviews

LOOK_AGAIN = 0.5
"""Seconds between two tries, where there is nothing to copy yet."""


def open_reviews(path: Path, *, patience: float | None = None) -> StoreReviews:
    """The store for review.

    A store that is being written is waited for, a little; then a copy of how it last was is read, or, where it holds
    nothing yet, it is waited for until it does. patience: seconds before that. Raises StoreError where waiting does not help.
    """
    from triage.store.reviews import PATIENCE, StoreReviews
    from triage.store.snapshot import is_locked

    reviews = StoreReviews(path, patience=PATIENCE if patience is None else patience, say=note)
    told = False
    while True:
        try:
            reviews.greet()
        except StoreError as error:
            if not is_locked(error):
                raise
            if not told:
                note(f"{error.what}; waiting for it (Ctrl-C ends)")
                told = True
            time.sleep(LOOK_AGAIN)
            continue
        return reviews
