"""Amp threads: one JSON file a thread."""

from __future__ import annotations

from collections.abc import Iterator

from triage.errors import BadInput
from triage.formats import files
from triage.formats.conversation import stem
from triage.formats.rows import listed, sub, text_field
from triage.formats.session import Session, tokens
from triage.formats.source import Source
from triage.formats.stamps import iso
from triage.model import Record, Run

NAME = "amp"
TITLE = "Amp threads"
WHERE = "docs/formats.md#amp"


def recognise(source: Source) -> bool:
    """A JSON file with messages that is named like a thread, or whose results name their call as only Amp does."""
    if source.is_dir or not source.name.endswith(".json") or b'"messages"' not in source.head:
        return False
    named = source.name.startswith("T-") or source.path.parent.name in ("threads", "amp")
    return b'"toolUseID"' in source.head or (named and b'"role"' in source.head)


def read(source: Source) -> Iterator[Record]:
    """The thread."""
    try:
        value = sub(files.read_json(source.path))
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    session = Session(Run(text_field(value, "id") or stem(source.path), "", agent="amp", started_at=iso(value.get("created")), source=source.display, format=NAME))
    for index, message in enumerate(listed(value.get("messages"))):
        if not isinstance(message, dict):
            session.unknown(f"message that is {type(message).__name__}")
            continue
        used = sub(message, "usage")
        count = tokens(used.get("inputTokens"), used.get("outputTokens"), used.get("cacheReadInputTokens"), used.get("cacheCreationInputTokens"))
        session.feed({**message, "usage": count, "model": text_field(used, "model"), "timestamp": iso(sub(message, "meta").get("sentAt")) or iso(message.get("createdAt"))}, index)
        state = sub(message, "state")
        if state.get("type") in ("error", "cancelled"):
            session.error(state.get("error") or str(state["type"]), str(state["type"]))
    yield from session.finish()
