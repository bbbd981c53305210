"""What a grader's printed log tells about the grader itself: tests that ran, that none ran, that it could not start."""

from __future__ import annotations

import re

from triage.model import Event

KEEP = 2 * 1024**2
"""Characters kept at each end of a long log."""

_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_COUNTS = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)\b")
_SUMMARY = re.compile(r"^=* ?((?:\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|warnings?|deselected|rerun)(?:, )?)+) in [\d.]+ ?s.*$")
_NONE_RAN = re.compile(r"\bno tests ran\b|^collected 0 items\s*$|^ERROR: file or directory not found: |^No tests found", re.M)


def shorten(text: str) -> str:
    """A log with its middle left out where it is longer than 4 MiB, and told."""
    if len(text) <= 2 * KEEP:
        return text
    return f"{text[:KEEP]}\n[... {len(text) - 2 * KEEP} characters left out ...]\n{text[-KEEP:]}"


def log_event(phase: str, channel: str, text: str, file: str | None) -> Event:
    """The event that holds a whole log."""
    return Event("", 0, phase, channel, "log", None, shorten(text), is_terminal=True, file=file)


def log_facts(text: str, file: str | None) -> list[Event]:
    """Events of type tests_ran, collection_error, crash that a grader's log states (phase grader, channel grader_result)."""
    events: list[Event] = []
    last: tuple[int, str] | None = None
    collection: tuple[int, str] | None = None
    for number, raw in enumerate(shorten(text).splitlines(), 1):
        line = _ANSI.sub("", raw).strip() if "\x1b" in raw else raw.strip()
        if not line:
            continue
        if " in " in line and _SUMMARY.match(line):
            last = (number, line)
        elif line.startswith(("ERROR collecting ", "!!!!")) and ("error" in line.lower()) and "Interrupted" in line:
            collection = (number, line)
    if last is not None:
        ran = sum(int(n) for n, what in _COUNTS.findall(last[1]) if what in ("passed", "failed", "xfailed", "xpassed"))
        events.append(_fact("tests_ran", str(ran), last, file))
    elif found := _NONE_RAN.search(text):
        number = text.count("\n", 0, found.start()) + 1
        events.append(_fact("tests_ran", "0", (number, text.splitlines()[number - 1].strip()), file))
    if collection is not None:
        events.append(_fact("collection_error", None, collection, file))
    return events


def _fact(kind: str, code: str | None, at: tuple[int, str], file: str | None) -> Event:
    return Event("", 0, "grader", "grader_result", kind, code, at[1][:2000], is_terminal=True, file=file, line=at[0])
