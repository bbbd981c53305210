"""What an agent program printed: its JSON event lines, error bodies of providers, and plain lines, as events."""

from __future__ import annotations

from typing import Any

from triage.errors import BadInput
from triage.formats.agent_records import Said, body_of, say
from triage.formats.files import loads
from triage.model import Event

BLOCK = 32_000
"""Characters kept at each end of a block of plain lines."""
KEPT_LINES = 200
"""Most lines kept of the middle of a long block: those that speak of an error."""
_WORDS = ("error", "limit", "quota", "unauthorized", "overloaded", "refused", "timed out", "fatal", "exception", "credit", "killed")
_RETRY_WORDS = ("retry", "attempt", "reconnect")


def read_log(text: str, *, file: str | None, phase: str = "agent", finished: bool | None = None) -> list[Event]:
    """Events of a program's log, in order (run_id empty, seq from 0).

    finished: whether the program is known to have ended well; then plain lines and error bodies are not terminal. Any
    other event is terminal where no line of a living agent (a message, a tool, a success record) comes after it.
    """
    log = _Log(phase, file)
    for number, raw in enumerate(text.splitlines(), 1):
        log.line(raw, number)
    log.flush()
    done = []
    for seq, (event, lasting) in enumerate(zip(log.events, log.lasting, strict=True)):
        loose = event.type == "lines" or event.channel == "api_error_json"
        last = seq >= log.alive and lasting and not event.is_retry and not (finished and loose)
        done.append(event._replace(seq=seq, is_terminal=last))
    return done


class _Log:
    """Collects events line by line. `alive`: events from that index on have no living agent after them."""

    def __init__(self, phase: str, file: str | None) -> None:
        self.phase, self.file = phase, file
        self.events: list[Event] = []
        self.lasting: list[bool] = []
        self.alive = 0
        self._plain: list[str] = []
        self._start = 1

    def line(self, raw: str, number: int) -> None:
        line = raw.strip()
        record = _json(line)
        said = say(record, line) if record is not None else None
        if record is not None and said is not None:
            self.flush()
            self._add(said, number)
            return
        if not line:
            return
        if not self._plain:
            self._start = number
        self._plain.append(raw)
        if '{"' in line and "error" in line and (body := _embedded(line)) is not None:
            found = body_of(body, line[line.index("{") :])
            if found is not None:
                self.flush()
                around = (line[: line.index("{")] + line[line.rfind("}") :]).lower()  # the body itself often asks to retry
                retry = any(word in around for word in _RETRY_WORDS)
                self._add(found._replace(is_retry=found.is_retry or retry), number)

    def _add(self, said: Said, number: int) -> None:
        if said.channel is not None:
            self.events.append(Event("", 0, self.phase, said.channel, said.type, said.code, said.text, said.is_retry, at=said.at, file=self.file, line=number))
            self.lasting.append(said.lasting)
            if said.limit:
                self.events.append(Event("", 0, self.phase, "limit", "limit", said.limit, said.text or said.code or "", at=said.at, file=self.file, line=number))
                self.lasting.append(said.lasting)
        if said.alive:
            # A success record shows life and is itself the end.
            self.alive = len(self.events) - (1 if said.channel is not None else 0)

    def flush(self) -> None:
        if self._plain:
            self.events.append(Event("", 0, self.phase, "agent_stderr", "lines", None, _shorten("\n".join(self._plain)), file=self.file, line=self._start))
            self.lasting.append(True)
            self._plain = []


def _json(line: str) -> dict[str, Any] | None:
    if not line.startswith("{") or not line.endswith("}"):
        return None
    try:
        value = loads(line)
    except BadInput:
        return None
    return value if isinstance(value, dict) else None


def _embedded(line: str) -> dict[str, Any] | None:
    """A provider's error body inside a plain line."""
    return _json(line[line.index('{"') : line.rfind("}") + 1])


def _shorten(block: str) -> str:
    """A block with the quiet part of its middle left out where it is long."""
    if len(block) <= 2 * BLOCK:
        return block
    middle = [line for line in block[BLOCK:-BLOCK].split("\n") if len(line) <= 2000 and any(word in line.lower() for word in _WORDS)]
    kept = "\n".join(middle[-KEPT_LINES:])
    return f"{block[:BLOCK]}\n[... {len(block) - 2 * BLOCK} characters, of which these lines are kept ...]\n{kept}\n[...]\n{block[-BLOCK:]}"
