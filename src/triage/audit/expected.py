"""The values that the checks of a task want, as far as messages and grader files tell them.

Only values that would not turn up by chance are kept apart as `telling`; a short number counts together with the name
beside it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

MOST = 40
"""Most values of one task version."""


class Wanted(NamedTuple):
    """One value that a check wants."""

    check: str | None
    """The check; None for a literal of a grader file."""
    value: str
    """The value, without quotes."""
    name: str | None
    """The name that stands beside it in the message."""


_VOLATILE = re.compile(r"^(true|false|none|null|nan|ok|pass(ed)?|fail(ed)?|yes|no|error|exists?|missing|utf-?8|application/json|__main__)$", re.IGNORECASE)


def telling(value: str) -> bool:
    """Whether a value is too particular to turn up by chance: a decimal, three digits, a word with digits, a longer phrase."""
    text = value.strip()
    if len(text) < 3 or len(text) > 300 or _VOLATILE.match(text):
        return False
    digits = sum(ch.isdigit() for ch in text)
    if re.fullmatch(r"-?\d+(\.\d+)?", text):
        return len(text.strip("-0.").replace(".", "")) >= 3 and text not in {"100", "200", "400", "401", "403", "404", "422", "500", "1000", "1024"}
    return digits >= 2 or len(text) >= 12


def holds(text: str, wanted: Wanted) -> bool:
    """Whether a text shows the value: by itself where it is telling, else beside its name."""
    if telling(wanted.value):
        return bool(re.search(rf"(?<![\w.]){re.escape(wanted.value)}(?!\w|\.\d)", text))
    if wanted.name and len(wanted.value) >= 1:
        return bool(re.search(rf"(?<!\w){re.escape(wanted.name)}[\"'\s:=,|\])]{{1,6}}{re.escape(wanted.value)}(?!\w|\.\d)", text))
    return False


def wanted_values(failures: Iterable[Mapping[str, Any]], literals: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str | None], list[Wanted]]:
    """The wanted values of every task version, those that most runs missed first."""
    from triage.mistakes.parse import parse
    from triage.mistakes.values import items, strip_quotes

    counts: dict[tuple[str, str | None], dict[Wanted, int]] = defaultdict(dict)
    for row in failures:
        made = parse(row["check_name"], row["message"], row["trace"], row["expected"], row["actual"])
        if made.expected is None or made.shape not in ("value", "text", "digest"):
            continue
        name = (made.where or "").split()[-1].strip("\"'[]:") if made.where and made.where.split() else re.sub(r"^(.*::)?(test_)?", "", row["check_name"])
        own = counts[row["task_id"], row["task_version"]]
        for item in [made.expected, *items(made.expected)[:8]]:
            value = strip_quotes(item).strip()
            if value and (telling(value) or name):
                wanted = Wanted(row["check_name"], value, name)
                own[wanted] = own.get(wanted, 0) + int(row["runs"])
    for row in literals:
        if telling(row["value"]):
            counts[row["task_id"], row["task_version"]].setdefault(Wanted(None, row["value"], None), 0)
    return {key: sorted(own, key=lambda w: (-own[w], w.value, w.check or "", w.name or ""))[:MOST] for key, own in counts.items()}
