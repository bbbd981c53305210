"""The bar at the bottom: the labels with their keys, what was just done, what can be done here."""

from __future__ import annotations

from rich.text import Text
from textual.app import RenderResult
from textual.widget import Widget

from triage.labels.taxonomy import Choice
from triage.tui.cells import cut, literal
from triage.tui.keys import Action

HINTS = ("undo", "repeat", "skip", "note", "unlabelled_next", "error_next", "check_next", "finding_next", "search", "compare", "help")
WORDS = {"unlabelled_next": "next", "error_next": "error", "check_next": "check", "finding_next": "finding"}


class LabelBar(Widget):
    """Always in sight. The first row tells what happened last, the others the keys."""

    def __init__(self, choices: tuple[Choice, ...], actions: dict[str, Action]) -> None:
        super().__init__(id="bar")
        self._choices, self._actions = choices, actions
        self._said = ""
        self._chosen: str | None = None
        self.hidden: set[str] = set()
        """Actions that do nothing here: they are not shown."""

    def say(self, text: str) -> None:
        """Show a message until the next one."""
        self._said = literal(text.replace("\n", " "))
        self.refresh()

    @property
    def message(self) -> str:
        """What it says now."""
        return self._said

    def choose(self, verdict: str | None) -> None:
        """Show which label the open run has."""
        self._chosen = verdict
        self.refresh()

    @property
    def badges(self) -> list[tuple[str, str]]:
        """Every key shown, with the action or verdict that it stands for: a test presses each."""
        return [(c.key, c.verdict) for c in self._choices] + [(self._actions[h].badge, h) for h in HINTS if h not in self.hidden]

    def render(self) -> RenderResult:
        """Message, labels, keys."""
        width = self.size.width
        text = Text(cut(self._said, width) + "\n", no_wrap=True)
        used = 0
        for choice in self._choices:
            name = choice.verdict.replace("_", " ")
            piece = f" {choice.key} {name} "
            if used and used + len(piece) > width:
                text.append("\n")
                used = 0
            text.append(f" {choice.key}", "bold")
            text.append(f" {name} ", "reverse" if choice.verdict == self._chosen else "")
            used += len(piece)
        text.append("\n")
        used = 0
        for hint in HINTS:
            if hint in self.hidden:
                continue
            action = self._actions[hint]
            word = WORDS.get(hint, hint)
            kept = 0 if hint == "help" else 8  # there is always room for the way to the others
            if used + len(word) + len(action.badge) + 3 + kept > width:
                continue
            text.append(f" {action.badge}", "bold")
            text.append(f" {word} ", "dim")
            used += len(word) + len(action.badge) + 3
        return text
