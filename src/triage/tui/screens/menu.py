"""A short list to choose from with one key or a click."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from triage.tui.cells import literal
from triage.tui.widgets.line_view import LineView


class Menu(ModalScreen[str | None]):
    """Dismissed with the key of the entry, or None."""

    AUTO_FOCUS = ""  # keys belong to the screen
    CSS = """Menu { align: center middle; }
    Menu #box { width: 72; max-width: 95%; height: auto; max-height: 90%; border: round $accent; background: $surface; }
    Menu LineView { height: 20; }"""

    def __init__(self, title: str, entries: list[tuple[str, str]]) -> None:
        """entries: (key, text)."""
        super().__init__()
        self._title, self._entries = title, entries

    def compose(self) -> ComposeResult:
        """The list in a box."""
        from textual.containers import Vertical

        with Vertical(id="box"):
            yield Static(literal(self._title), markup=False)
            yield LineView(id="entries", wrap=False)

    def on_mount(self) -> None:
        """Show the entries."""
        view = self.query_one("#entries", LineView)
        view.styles.height = min(20, max(1, len(self._entries)))
        view.show([f"  {key}  {literal(text)}" for key, text in self._entries], ["prose"] * len(self._entries))

    def on_key(self, event: events.Key) -> None:
        """A key of an entry chooses it, any other closes."""
        event.stop()
        if event.key in ("down", "up", "pagedown", "pageup"):
            view = self.query_one("#entries", LineView)
            view.scroll_relative(y=1 if "down" in event.key else -1, animate=False)
            return
        self.dismiss(event.character if event.character in {key for key, _ in self._entries} else None)

    def on_click(self, event: events.Click) -> None:
        """A click chooses."""
        view = self.query_one("#entries", LineView)
        if event.widget is view:
            self.dismiss(self._entries[view.line_at(event.y)][0])
