"""The application: one screen over a store, and a folder of labels."""

from __future__ import annotations

from pathlib import Path

from textual.app import App

from triage.labels.events import default_annotator
from triage.labels.taxonomy import load_taxonomy
from triage.store.review_rows import Filters
from triage.tui.data import Reviews
from triage.tui.keys import load_keys
from triage.tui.screens.review import ReviewScreen
from triage.tui.session import Session


class ReviewApp(App[None]):
    """`triage review`."""

    TITLE = "triage review"
    CSS_PATH = "triage.tcss"
    ENABLE_COMMAND_PALETTE = True

    def __init__(
        self,
        reviews: Reviews,
        labels: Path,
        *,
        annotator: str | None = None,
        filters: Filters = Filters(),  # noqa: B008
        blind: bool = False,
        sample: int | None = None,
        seed: int = 0,
        pause: float = 0.35,
    ) -> None:
        """labels: the folder of label files. pause: seconds between a label and the next run. sample: that many runs, chosen by the seed."""
        super().__init__()
        choices = load_taxonomy(labels)
        self._actions = load_keys(labels / "keys.toml")
        self._session = Session(labels, annotator or default_annotator(), choices, blind=blind)
        self._screen = ReviewScreen(reviews, self._session, self._actions, filters, sample=sample, seed=seed, pause=pause)

    def on_mount(self) -> None:
        """Show the review."""
        self.set_keymap({name: action.keys for name, action in self._actions.items()})
        self.push_screen(self._screen)
