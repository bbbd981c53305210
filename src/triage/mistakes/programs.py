"""Programs whose name is that of the product with a number: who is told to build SQLite knows that it is called sqlite3."""

from __future__ import annotations

import re

from triage.mistakes.values import words

_PROGRAM = re.compile(r"([a-z]{4,})\d{1,2}")
_CALLED = re.compile(r"\bPATH\b|command not found|: not found|No such file or directory: ['\"]?[\w-]+['\"]?$")
"""A message that misses a program rather than a name within a file."""


def told_program(name: str, message: str, prompt: str) -> bool:
    """Whether `name` is a program that the message misses and that the prompt names but for its number."""
    found = _PROGRAM.fullmatch(name)
    return found is not None and _CALLED.search(message) is not None and found[1] in words(prompt.casefold())
