"""One page of the HTML report while it is made: which anchors it has, where links lead, which runs it has to list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from markupsafe import Markup, escape

from triage.report.anchors import anchor
from triage.report.blocks import Block, Claim, Link, Table
from triage.safe_text import visible

_LONG = re.compile(r"[^\s_/.:\-]{40}")
_JOINT = re.compile(r"(?<=\w)(::|[_/.\-])(?=\w)")
NAME, WIDE = 14, 60
"""Characters from which on a name, and a sentence, get room."""
MOST = 400
"""Characters of a cell, and of a name."""
WORDS = {
    **dict.fromkeys(("passed", "pass", "ship", "in_band"), "good"),
    **dict.fromkeys(("failed", "fail", "hold", "problem", "too_hard", "undisclosed", "contradicted"), "bad"),
    **dict.fromkeys(("invalid", "ungraded", "unknown", "note", "waived"), "off"),
    **dict.fromkeys(("undecided", "suspicious", "too_easy", "derivable", "bottleneck", "second bottleneck"), "warn"),
}
"""Words of closed lists -> how they are set."""


class Page:
    """Resolves links for one page, and notes which runs are named on it.

    elsewhere: where a target that is not on this page is found, or None.
    """

    def __init__(self, blocks: Iterable[Block], tasks: Iterable[str], elsewhere: Callable[[str], str | None]) -> None:
        self.claimed: set[str] = set()
        self.shown: set[int] = set()
        self.named: set[str] = set()
        self.runs: dict[str, None] = {}
        self.here = {f"finding:{b.finding_id}" for b in blocks if isinstance(b, Claim)} | {f"task:{t}" for t in tasks}
        self.elsewhere = elsewhere

    def first(self, block: Block) -> bool:
        """Whether the block was not on the page before (sections and tasks share pictures and claims)."""
        if isinstance(block, Claim):
            if block.finding_id in self.claimed:
                return False
            self.claimed.add(block.finding_id)
            return True
        if id(block) in self.shown:
            return False
        self.shown.add(id(block))
        return True

    def once(self, name: str) -> bool:
        """Whether it is the first time on this page that this is asked for that name."""
        new = name not in self.named
        self.named.add(name)
        return new

    def href(self, target: str) -> str | None:
        """Where a link leads: an anchor of this page, another page, or nowhere. Runs that are named get listed."""
        if target.startswith("run:"):
            self.runs[target.removeprefix("run:")] = None
            return "#" + anchor(target)
        return "#" + anchor(target) if target in self.here else self.elsewhere(target)

    def link(self, text: str, target: str) -> Markup:
        """A link, or the plain text where it leads nowhere."""
        href = self.href(target) if target else None
        shown = breakable(cut(text))
        return Markup(f'<a href="{escape(href)}">{shown}</a>') if href else Markup(f"<span>{shown}</span>")

    def cell(self, value: Any) -> Markup:
        """A cell of a table, with its tags."""
        if value is None or value == "":
            return Markup('<td class="none">–</td>')
        if isinstance(value, Link):
            return Markup(f"<td{_room(value.text)}>{self.link(value.text, value.target)}</td>")
        if isinstance(value, bool):
            return Markup(f"<td>{'yes' if value else 'no'}</td>")
        if isinstance(value, (int, float)):
            return Markup(f'<td class="n">{value:,}</td>' if isinstance(value, int) else f'<td class="n">{value:g}</td>')
        text = str(value)
        if text in WORDS:
            return Markup(f'<td><span class="w {WORDS[text]}">{text.replace("_", " ")}</span></td>')
        return Markup(f"<td{_room(text)}>{breakable(cut(text))}</td>")

    def rows(self, table: Table) -> Markup:
        """The rows of a table."""
        return Markup("\n").join(Markup("<tr>{}</tr>").format(Markup("").join(self.cell(c) for c in row)) for row in table.rows)


def _room(text: str) -> str:
    """The class that a cell gets its width from."""
    if text[:1].isdigit() and len(text) < 16:
        return " class=n"
    if _LONG.search(text):
        return " class=any"
    return " class=src" if len(text) > WIDE else " class=name" if len(text) > NAME and " " not in text else ""


def breakable(text: str) -> Markup:
    """Text escaped, with places where a long name may go on in the next line."""
    safe = escape(text)
    return safe if len(text) < 16 else Markup(_JOINT.sub(r"\1<wbr>", str(safe)))


def cut(text: str, most: int = MOST) -> str:
    """Text that moves and hides nothing, cut with its length told."""
    return visible(text) if len(text) <= most else f"{visible(text[:most])}… ({len(text):,} characters)"
