"""The line in which the queue is filtered: `show:invalid task:drift* model:m finding:provider.* cluster:c1 words`."""

from __future__ import annotations

from triage.errors import UsageError
from triage.store.review_rows import Filters

SHOW = ("failing", "invalid", "passed", "ungraded", "all", "unlabelled")
WORDS = ("show", "task", "cluster", "finding", "model")


def parse(line: str) -> tuple[Filters, bool]:
    """Filters, and whether only unlabelled runs are wanted. Raises UsageError where a word is not known."""
    found: dict[str, str] = {}
    text: list[str] = []
    unlabelled = False
    for word in line.split():
        name, colon, value = word.partition(":")
        if name not in WORDS or not colon:
            text.append(word)
        elif name == "show" and value == "unlabelled":
            unlabelled = True
        elif name == "show" and value not in SHOW:
            raise UsageError(f"there is no show:{value}", hint="show: " + ", ".join(SHOW))
        elif value:
            found[name] = value
    return Filters(**found, text=" ".join(text) or None), unlabelled


def words(filters: Filters, unlabelled: bool = False) -> str:
    """The line that means these filters."""
    parts = [f"{name}:{value}" for name in WORDS if (value := getattr(filters, name)) and (name, value) != ("show", "failing")]
    return " ".join([*parts, *(["show:unlabelled"] if unlabelled else []), *([filters.text] if filters.text else [])])
