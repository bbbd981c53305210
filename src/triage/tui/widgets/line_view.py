"""Many lines, of which only those on screen are drawn: a hundred thousand open at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from triage.tui.cells import breaks, cut, rows_of

KINDS = (
    *("head-assistant", "head-user", "head-system", "head-tool"),
    *("prose", "reasoning", "call", "result", "error", "add", "del", "note"),
    *("match", "marked", "title", "good", "bad", "warn", "key"),
)
"""The styles that a line may have, each a component class `line--<kind>`."""
TAIL = 60
"""Most cells of a remark behind a line."""


class LineView(ScrollView):
    """Literal lines with a style each, wrapped when they are drawn. Never takes the focus: keys belong to the screen."""

    can_focus = False
    COMPONENT_CLASSES = {f"line--{kind}" for kind in KINDS}

    def __init__(self, *, id: str | None = None, wrap: bool = True, gutter: bool = False) -> None:  # noqa: A002
        """wrap: long lines go on in the next row; else they are cut off. gutter: two columns at the left for signs."""
        super().__init__(id=id)
        self.texts: list[str] = []
        self.kinds: list[str] = []
        self.marks: dict[int, str] = {}
        """Line -> the kind that is drawn instead of its own."""
        self.signs: dict[int, str] = {}
        """Line -> one character in the gutter."""
        self.tails: dict[int, str] = {}
        """Line -> a remark behind it, harmless already."""
        self._wrap = wrap
        self._margin = 2 if gutter else 0
        self._tops: Sequence[int] = range(1)
        """First row of each line, then the number of rows."""
        self._laid_width = -1
        self._styles: dict[str, Style] = {}
        self._needle = ""
        self._aim: tuple[int, int, float] = (0, 0, 0.0)
        """The line that was scrolled to, rows above it, and where that came to be."""

    def show(self, texts: list[str], kinds: list[str], line: int = 0) -> None:
        """Show other lines, the given one at the top. Signs and remarks of the lines before go."""
        self.texts, self.kinds, self.marks, self.signs, self.tails = texts, kinds, {}, {}, {}
        self.lay_anew(line)

    def lay_anew(self, line: int = 0) -> None:
        """The lines are others: break them, and show the given one at the top."""
        self._laid_width = -1
        self._lay()
        self.to_line(line)
        self.refresh()

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self.texts)

    def text_of(self, line: int) -> str:
        """A line's text."""
        return self.texts[line]

    def kind_of(self, line: int) -> str:
        """A line's kind."""
        return self.kinds[line]

    def highlight(self, needle: str) -> None:
        """Mark every place of a text, whatever the case; an empty one marks nothing."""
        self._needle = needle.lower()
        self.refresh()

    def to_line(self, line: int, above: int = 0) -> None:
        """Scroll so that a line stands at the top, `above` rows below it."""
        if self.count:
            row = self._tops[max(0, min(line, self.count - 1))]
            self.scroll_to(y=max(0, row - above), animate=False, force=True, immediate=True)
            self._aim = (line, above, self.scroll_y)
            self.call_after_refresh(self._place_bar)

    def _place_bar(self) -> None:
        """A scroll bar that has only just appeared does not know where it stands."""
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.position = self.scroll_y

    @property
    def top_line(self) -> int:
        """The line at the top of the screen."""
        return self._line_at(int(self.scroll_offset.y))

    @property
    def bottom_line(self) -> int:
        """The last line on screen."""
        return self._line_at(int(self.scroll_offset.y) + max(0, self.scrollable_content_region.height - 1))

    def line_at(self, y: int) -> int:
        """The line that a row of the widget shows."""
        return self._line_at(int(self.scroll_offset.y) + y)

    def _line_at(self, row: int) -> int:
        return max(0, min(bisect_right(self._tops, row) - 1, self.count - 1))

    def _lay(self) -> None:
        width = self._row_width()
        if width == self._laid_width:
            return
        top = self.top_line if self._laid_width > 0 and len(self._tops) == self.count + 1 else 0
        self._laid_width = width
        if self._wrap:
            self._tops = [0, *accumulate([1 if len(t) <= width and t.isascii() else rows_of(t, width) for t in self.texts])]
        else:
            self._tops = range(self.count + 1)
        self.virtual_size = Size(width, self._tops[-1])
        if top:
            self.to_line(top)

    def _row_width(self) -> int:
        return max(10, self.size.width - 1 - self._margin)  # a column for the scroll bar, there or not: no laying out twice

    def on_resize(self) -> None:
        """Lines are broken anew at another width; a line that was to stand at the top can perhaps stand there now."""
        line, above, y = self._aim
        self._lay()
        if self.scroll_y == y:
            self.to_line(line, above)
        self.refresh()

    def notify_style_update(self) -> None:
        """Another theme."""
        super().notify_style_update()
        self._styles.clear()

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        row, width = y + int(self.scroll_offset.y), self.size.width
        if not self.count or row >= self._tops[-1]:
            return Strip.blank(width, self.rich_style)
        line = self._line_at(row)
        text, part, rows = self.text_of(line), row - self._tops[line], self._tops[line + 1] - self._tops[line]
        if rows > 1:
            edges = [0, *breaks(text, self._laid_width), len(text)]
            text = text[edges[part] : edges[part + 1]]
        elif not self._wrap:
            text = cut(text, self._laid_width)
        style = self._style(self.marks.get(line) or self.kind_of(line))
        segments = self._segments(text, style)
        if self._margin:
            sign = self.signs.get(line, "")
            segments.insert(0, Segment(f"{sign or ' '} ", self._style("warn") if sign else style))
        if part == rows - 1 and line in self.tails:
            segments.append(self._tail(line, self._margin + cell_len(text), width))
        return Strip(segments).adjust_cell_length(width, style)

    def _tail(self, line: int, used: int, width: int) -> Segment:
        return Segment(cut("   " + self.tails[line], max(0, min(TAIL, width - used - 1))), self._style("warn"))

    def _segments(self, text: str, style: Style) -> list[Segment]:
        if not self._needle or self._needle not in text.lower():
            return [Segment(text, style)]
        found, low, start = [], text.lower(), 0
        if len(low) != len(text):  # a few letters change their length
            return [Segment(text, style + self._style("match"))]
        while (place := low.find(self._needle, start)) >= 0:
            found += [Segment(text[start:place], style), Segment(text[place : place + len(self._needle)], style + self._style("match"))]
            start = place + len(self._needle)
        return [*found, Segment(text[start:], style)]

    def _style(self, kind: str) -> Style:
        if kind not in self._styles:
            known = f"line--{kind}" in self.COMPONENT_CLASSES
            self._styles[kind] = self.get_component_rich_style(f"line--{kind}") if known else self.rich_style
        return self._styles[kind]
