"""Errors that a user sees, and exit codes. Each says what, where, and what would have been right."""

from __future__ import annotations

OK = 0
NO = 1
USAGE = 2
PARTLY = 3
NOTHING = 4
LOCKED = 5


class TriageError(Exception):
    """An error that is told to the user in one message, without a traceback."""

    exit_code = USAGE

    def __init__(self, what: str, *, where: str | None = None, hint: str | None = None) -> None:
        super().__init__(what)
        self.what, self.where, self.hint = what, where, hint

    def __str__(self) -> str:
        parts = [self.what]
        if self.where:
            parts.append(f"at {self.where}")
        text = " ".join(parts)
        return f"{text}\n{self.hint}" if self.hint else text


class UsageError(TriageError):
    """The command was called in a way that can't work."""


class NothingRecognised(TriageError):
    """No file of the input was recognised."""

    exit_code = NOTHING


class StoreError(TriageError):
    """The store is missing, locked, damaged or from another version."""

    exit_code = LOCKED


class BadInput(Exception):
    """A file, or a part of it, can't be read. Becomes a row in `problems`; never reaches the user as an exception.

    kind: short name; what: for a person; where: offset, line or member; hint: what would have been right.
    """

    def __init__(self, kind: str, what: str, *, where: str | None = None, hint: str | None = None) -> None:
        super().__init__(what)
        self.kind, self.what, self.where, self.hint = kind, what, where, hint
