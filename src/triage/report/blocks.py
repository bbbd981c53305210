"""What a section is made of. Renderers know these shapes and nothing of the sections; sections know no markup."""

from __future__ import annotations

from typing import Any, NamedTuple


class Quote(NamedTuple):
    """A place of evidence."""

    run_id: str | None
    """The run."""
    step: int | None
    """The step."""
    channel: str | None
    """Who wrote it."""
    text: str
    """Verbatim: hostile."""
    file: str | None = None
    """The file."""
    line: int | None = None
    """The line in it."""


class Paragraph(NamedTuple):
    """Prose."""

    text: str
    """Plain text; may hold names from transcripts: hostile."""
    strong: bool = False
    """Set apart, as a headline figure is."""


class Table(NamedTuple):
    """A table."""

    columns: list[str]
    """Headings."""
    rows: list[list[Any]]
    """Cells: text, numbers, None, or a Link."""
    caption: str = ""
    """One line."""
    folded: bool = False
    """Whether it is folded away where that can be done."""


class Link(NamedTuple):
    """A reference to a run, a task or a finding inside the report."""

    text: str
    """What is shown."""
    target: str
    """`run:<id>`, `task:<id>` or `finding:<id>`."""


class Claim(NamedTuple):
    """A finding with its evidence."""

    finding_id: str
    """Its id: the anchor that links lead to."""
    kind: str
    """Its kind."""
    severity: str
    """How loud it is."""
    confidence: float
    """0 to 1."""
    about: str
    """The task or run, with the check."""
    title: str
    """One line."""
    explanation: str
    """Counts and meaning."""
    counts: str
    """`k of n runs`, or empty."""
    evidence: list[Quote]
    """Where it can be opened."""
    action: str = ""
    """The one thing to do."""
    target: str = ""
    """Where `about` leads: `run:<id>` or `task:<id>`."""


class Picture(NamedTuple):
    """A picture: data and kind; a renderer that can't draw shows the alternative."""

    kind: str
    """`heatmap`, `forest`, `timeline`, `versions`, `scatter`, `bars`."""
    title: str
    """One line."""
    rows: list[dict[str, Any]]
    """The data."""
    alternative: str
    """The same in words."""


class Figures(NamedTuple):
    """A few numbers that belong side by side."""

    items: list[tuple[str, str, str]]
    """Name, value, and what it says, of each."""


class Diff(NamedTuple):
    """Lines of a unified diff."""

    title: str
    """What is compared."""
    lines: list[str]
    """Lines with their sign: hostile."""


Block = Paragraph | Figures | Table | Claim | Picture | Diff


class Section(NamedTuple):
    """A part of the report."""

    id: str
    """Anchor and name, as its module is called."""
    title: str
    """Heading."""
    blocks: list[Block]
    """What it shows, in order; empty sections are left out of the page and named at its end."""
    empty: str = ""
    """What to say where there is nothing."""
