"""The standard streams as a command finds them: closed, or of an encoding that lacks what triage prints."""

from __future__ import annotations

import codecs
import os
import sys

PLAIN = {"✓": "+", "✗": "x", "–": "-", "—": "-", "…": "~", "·": ".", "→": ">", "↓": "v", "─": "-", "━": "-", "│": "|", "█": "#", "±": "+", "≥": ">", "≤": "<"}
"""What stands for our own signs where the encoding has none."""


def prepare() -> None:
    """Call once, before anything is printed or opened."""
    _open_closed()
    codecs.register_error("triage", _plain)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="triage")


def _open_closed() -> None:
    """A stream that the caller closed becomes the null device: else the next file opened, the store, would get its number."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(c, "?") for c in error.object[error.start : error.end]), error.end
