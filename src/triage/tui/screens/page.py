"""A page of literal lines over the review: prompt, grader's log, raw record, task file, help. With search."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input, Static

from triage.tui.cells import literal
from triage.tui.widgets.line_view import LineView


class Page(Screen[None]):
    """Lines to read; q goes back."""

    AUTO_FOCUS = ""  # keys belong to the screen
    BINDINGS = [
        Binding("q,escape", "back", "back"),
        Binding("j,down", "down"),
        Binding("k,up", "up"),
        Binding("space,pagedown,ctrl+d", "page_down"),
        Binding("b,pageup,ctrl+u", "page_up"),
        Binding("g,home", "top"),
        Binding("G,end", "bottom"),
        Binding("slash", "search", "search"),
        Binding("n", "match(1)"),
        Binding("N", "match(-1)"),
    ]
    CSS = "Page Input { dock: bottom; display: none; } Page Input.open { display: block; } Page #title { width: 100%; height: 1; background: $boost; text-style: bold; }"

    def __init__(self, title: str, lines: list[tuple[str, str]]) -> None:
        """lines: (text, kind), each made harmless already."""
        super().__init__()
        self._title, self._lines = title, lines
        self._needle = ""

    @classmethod
    def of_text(cls, title: str, text: str) -> Page:
        """A page of one text, made harmless here."""
        return cls(title, [(line, "prose") for line in literal(text).split("\n")])

    def compose(self) -> ComposeResult:
        """Title, lines, search."""
        yield Static(literal(f" {self._title}".replace("\n", " ")), id="title", markup=False)
        yield LineView(id="lines")
        yield Input(placeholder="search", id="find")

    def on_mount(self) -> None:
        """Show the lines."""
        self._view.show([t for t, _ in self._lines], [k for _, k in self._lines])
        self.set_focus(None)

    @property
    def _view(self) -> LineView:
        return self.query_one("#lines", LineView)

    def action_back(self) -> None:
        """Close the search, else the page."""
        find = self.query_one("#find", Input)
        if find.has_class("open"):
            self._close_search()
        else:
            self.dismiss()

    def _close_search(self) -> None:
        self.query_one("#find", Input).remove_class("open")
        self.set_focus(None)

    def action_search(self) -> None:
        """Ask for a text."""
        find = self.query_one("#find", Input)
        find.add_class("open")
        find.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Search."""
        self._needle = event.value.lower()
        self._view.highlight(event.value)
        self._close_search()
        self._go(self._view.top_line - 1, 1)

    def action_match(self, direction: int) -> None:
        """The next place."""
        self._go(self._view.top_line, direction)

    def _go(self, start: int, direction: int) -> None:
        count = len(self._view.texts)
        for n in range(1, count + 1):
            line = (start + n * direction) % count
            if self._needle and self._needle in self._view.texts[line].lower():
                self._view.to_line(line)
                return

    def action_down(self) -> None:
        """A line down."""
        self._view.scroll_relative(y=1, animate=False)

    def action_up(self) -> None:
        """A line up."""
        self._view.scroll_relative(y=-1, animate=False)

    def action_page_down(self) -> None:
        """A page down."""
        self._view.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        """A page up."""
        self._view.scroll_page_up(animate=False)

    def action_top(self) -> None:
        """The first line."""
        self._view.scroll_home(animate=False)

    def action_bottom(self) -> None:
        """The last line."""
        self._view.scroll_end(animate=False)
