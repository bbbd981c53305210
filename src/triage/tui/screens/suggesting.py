"""Suggesting a label: learnt from labels in a worker, said in the bar, never written."""

from __future__ import annotations

from textual import work

from triage.labels.suggest import Example, Learnt, learn, suggest
from triage.tui.data import Reviews
from triage.tui.messages import ReadFailed, SuggestionMade
from triage.tui.screens.labelling import Labelling

LEARN_AGAIN = 5
"""New labels after which the model is learnt anew."""


class Suggesting(Labelling):
    """The action `suggest`."""

    reviews: Reviews
    _learnt: Learnt | None = None
    _learnt_from: int = 0

    def action_suggest(self) -> None:
        """Propose a label for the open run."""
        if self.session.blind:
            self.bar.say("no suggestions in blind mode")
        elif self.run_view is not None:
            self.bar.say("thinking …")
            labels = {run_id: x.verdict for run_id, x in self.session.mine.items() if x.origin != "inherited" and x.verdict != "unclear"}
            self.propose(self.run_view.row.run_id, labels)

    @work(thread=True, exclusive=True, group="suggest", exit_on_error=False)
    def propose(self, run_id: str, labels: dict[str, str]) -> None:
        """Learn if there is something new, and propose."""
        try:
            labels = {k: v for k, v in labels.items() if k != run_id}
            if self._learnt is None or len(labels) - self._learnt_from >= LEARN_AGAIN:
                rows = [Example(*row) for row in self.reviews.facts_of(list(labels))]
                self._learnt = learn(rows, [labels[row.run_id] for row in rows])
                self._learnt_from = len(labels)
            rows = [Example(*row) for row in self.reviews.facts_of([run_id])]
            found = suggest(self._learnt, rows[0]) if rows else None
        except Exception as error:
            self.post_message(ReadFailed(f"no suggestion: {type(error).__name__}: {error}"))
            return
        if found is None:
            self.post_message(SuggestionMade(run_id, self._learnt.message))
        else:
            because = "; ".join(found.reasons) or "nothing in particular"
            self.post_message(SuggestionMade(run_id, f"perhaps {found.verdict} ({found.confidence:.0%}): {because} · {self._learnt.message}"))

    def on_suggestion_made(self, message: SuggestionMade) -> None:
        """Say it, if the run is still open."""
        if self.run_view is not None and self.run_view.row.run_id == message.run_id:
            self.bar.say(message.text)
