"""The main screens as pictures. After a wanted change: pytest tests/tui/test_snapshots.py --snapshot-update, and look at them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from fake import small
from textual.pilot import Pilot

from triage.tui.app import ReviewApp

MADE_WITH = "8.2"
"""Textual draws some things differently from one version to the next."""

pytestmark = pytest.mark.skipif(re.match(r"\d+\.\d+", version("textual"))[0] != MADE_WITH, reason=f"the pictures were made with textual {MADE_WITH}")  # type: ignore[index]

Press = Callable[[Pilot[None]], Awaitable[None]]


def keys(*pressed: str) -> Press:
    """Press keys one after the other, each when the screen has come to rest."""

    async def press(pilot: Pilot[None]) -> None:
        for key in ("", *pressed):
            if key:
                await pilot.press(key)
            for _ in range(3):
                await pilot.app.workers.wait_for_complete()
                await pilot.pause()
        pilot.app.cursor_blink = False  # type: ignore[attr-defined]

    return press


SCREENS: dict[str, tuple[tuple[int, int], tuple[str, ...], dict[str, Any]]] = {
    "wide": ((160, 45), (), {}),
    "small": ((80, 24), (), {}),
    "blind": ((120, 40), (), {"blind": True}),
    "labelled": ((120, 40), ("5",), {}),
    "inherited": ((120, 40), ("5", "y"), {}),
    "help": ((120, 40), ("?",), {}),
    "compare": ((140, 40), ("v",), {}),
    "note": ((120, 40), ("i", *"averaged"), {}),
    "search": ((120, 40), ("/", *"drift", "enter"), {}),
    "open": ((120, 40), ("o",), {}),
    "invalid": ((120, 40), ("&", *"show:invalid", "enter"), {}),
    "light": ((120, 40), (), {"theme": "textual-light"}),
}
"""Name -> columns and rows, keys, options."""


@pytest.mark.parametrize("name", SCREENS)
def test_screens(snap_compare: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    size, pressed, options = SCREENS[name]
    app = ReviewApp(small(), tmp_path, annotator="ann", pause=0, blind=options.get("blind", False))
    app.theme = options.get("theme", "textual-dark")
    assert snap_compare(app, terminal_size=size, run_before=keys(*pressed))
