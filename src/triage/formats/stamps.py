"""Times as sources write them, made ISO 8601 where they are numbers."""

from __future__ import annotations

from datetime import UTC, datetime


def iso(value: object) -> str | None:
    """ISO 8601 text: text stays as it is, a number is seconds, milliseconds, micro- or nanoseconds since 1970; else None."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value or value <= 0:
        return None
    seconds = float(value)
    while seconds > 1e11:  # the year 5138 in seconds: larger numbers are in a smaller unit
        seconds /= 1000
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
    except (OverflowError, ValueError, OSError):
        return None


def seconds_between(start: object, end: object) -> float | None:
    """Seconds from one ISO time to another; None where either can't be read or the result is negative."""
    if not isinstance(start, str) or not isinstance(end, str):
        return None
    try:
        a, b = datetime.fromisoformat(start), datetime.fromisoformat(end)
        delta = (b - a).total_seconds()
    except (ValueError, TypeError):
        return None
    return delta if delta >= 0 else None
