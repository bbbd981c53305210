"""Two runs of a task side by side, step by step; the first step where they part is marked."""

from __future__ import annotations

from itertools import pairwise

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from triage.model import ToolCall
from triage.store.review_rows import RunView
from triage.tui.document import Document, command_of
from triage.tui.facts import flat, heading
from triage.tui.widgets.line_view import LineView


class Compare(Screen[None]):
    """Both scroll together; p goes to the step where they part."""

    AUTO_FOCUS = ""  # keys belong to the screen
    BINDINGS = [
        Binding("q,escape,v", "back", "back"),
        Binding("j,down", "move(1)"),
        Binding("k,up", "move(-1)"),
        Binding("space,pagedown", "page(1.0)"),
        Binding("b,pageup", "page(-1.0)"),
        Binding("ctrl+d", "page(0.5)"),
        Binding("ctrl+u", "page(-0.5)"),
        Binding("g,home", "edge(0)"),
        Binding("G,end", "edge(1)"),
        Binding("l,right", "step(1)"),
        Binding("h,left", "step(-1)"),
        Binding("p", "part"),
    ]
    CSS = """Compare LineView { width: 1fr; border: round $panel; }
    Compare #what { width: 100%; height: 1; background: $boost; text-style: bold; }
    Compare #runs { height: 1; }
    Compare #runs Static { width: 1fr; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }"""

    def __init__(self, left: tuple[RunView, Document], right: tuple[RunView, Document], *, blind: bool = False) -> None:
        super().__init__()
        self._left, self._right, self._blind = left, right, blind
        self._parts = first_difference(left[0], right[0]) if left[0].steps and right[0].steps else None
        self._starts: list[int] = []

    def compose(self) -> ComposeResult:
        """A line of words, two transcripts."""
        empty = not self._left[0].steps or not self._right[0].steps
        where = "one of the runs has no transcript" if empty else "the runs do not part" if self._parts is None else f"the runs part at step {self._parts} (p)"
        yield Static(f" {where} · both scroll together · q back", id="what", markup=False)
        with Horizontal(id="runs"):
            yield Static("", id="left-run", markup=False)
            yield Static("", id="right-run", markup=False)
        with Horizontal():
            yield LineView(id="left", wrap=False)
            yield LineView(id="right", wrap=False)

    def on_mount(self) -> None:
        """Lay both out in step, opened where they part."""
        one, two, self._starts = align(self._left[1], self._right[1])
        for name, run, lines in (("left", self._left[0], one), ("right", self._right[0], two)):
            view = self.query_one(f"#{name}", LineView)
            self.query_one(f"#{name}-run", Static).update(flat(heading(run, "", blind=self._blind), 200))
            view.show([t for t, _ in lines], [k for _, k in lines])
            if self._parts is not None and self._parts < len(self._starts):
                view.marks[self._starts[self._parts]] = "marked"
        self.action_part()
        self.set_focus(None)

    @property
    def _views(self) -> list[LineView]:
        return list(self.query(LineView))

    def action_back(self) -> None:
        """Back to the review."""
        self.dismiss()

    def action_move(self, lines: int) -> None:
        """Scroll both."""
        for view in self._views:
            view.scroll_relative(y=lines, animate=False)

    def action_page(self, pages: float) -> None:
        """Scroll both by pages."""
        self.action_move(int(self._views[0].size.height * pages))

    def action_edge(self, end: int) -> None:
        """To the first or last line."""
        for view in self._views:
            view.to_line(len(view.texts) if end else 0)

    def action_step(self, direction: int) -> None:
        """To the next step."""
        top = self._views[0].top_line
        after = [s for s in self._starts if (s > top if direction > 0 else s < top)]
        if after:
            for view in self._views:
                view.to_line(after[0] if direction > 0 else after[-1])

    def action_part(self) -> None:
        """To the first step where the runs part."""
        if self._parts is not None and self._parts < len(self._starts):
            for view in self._views:
                view.to_line(self._starts[self._parts], above=2)


Lines = list[tuple[str, str]]


def align(left: Document, right: Document) -> tuple[Lines, Lines, list[int]]:
    """Both transcripts with each step at the same line, and the line of each step by its place in the order of steps."""
    one: Lines = []
    two: Lines = []
    starts = []
    blocks = [_blocks(left), _blocks(right)]
    for n in range(max(len(b) for b in blocks)):
        starts.append(len(one))
        a, b = (b[n] if n < len(b) else [] for b in blocks)
        height = max(len(a), len(b))
        one += a + [("", "prose")] * (height - len(a))
        two += b + [("", "prose")] * (height - len(b))
    return one, two, starts


def _blocks(doc: Document) -> list[Lines]:
    if not doc.starts:
        return [list(zip(doc.texts, doc.kinds, strict=True))]
    edges = [*sorted(doc.starts.values()), len(doc.texts)]
    return [list(zip(doc.texts[a:b], doc.kinds[a:b], strict=True)) for a, b in pairwise(edges)]


def first_difference(left: RunView, right: RunView) -> int | None:
    """The place of the first step at which the agents said or did different things; None where they never did."""
    one, two = _deeds(left), _deeds(right)
    for n, (a, b) in enumerate(zip(one, two, strict=False)):
        if a != b:
            return n
    return min(len(one), len(two)) if len(one) != len(two) else None


def _deeds(run: RunView) -> list[tuple[object, ...]]:
    calls: dict[int, list[ToolCall]] = {}
    for call in run.calls:
        calls.setdefault(call.step, []).append(call)
    return [(s.role, s.text if s.role == "assistant" and not calls.get(s.step) else "", *(_deed(c) for c in calls.get(s.step, []))) for s in run.steps]


def _deed(call: ToolCall) -> tuple[str, str]:
    """What was called, and with what. The same tool has other names in other agent programs, and other words beside the command."""
    return call.name.lower(), command_of(call) or call.arguments or ""
