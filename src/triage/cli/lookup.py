"""Finding what a person means by a half-typed id."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from triage.errors import UsageError

if TYPE_CHECKING:
    from triage.store.read import Reader


def find_run(reader: Reader, text: str) -> str:
    """The run id that is meant: exact, else the only one that starts with, ends with or holds the text."""
    return _find([r["run_id"] for r in reader.rows("select run_id from runs order by run_id")], text, "run", "triage runs")


def find_task(reader: Reader, text: str) -> str:
    """The task id that is meant."""
    return _find([r["task_id"] for r in reader.rows("select distinct task_id from tasks order by task_id")], text, "task", "triage tasks")


def _find(ids: list[str], text: str, what: str, listing: str) -> str:
    if text in ids:
        return text
    for test in (str.startswith, str.endswith, str.__contains__):
        found = [i for i in ids if test(i, text)]
        if len(found) == 1:
            return found[0]
        if found:
            raise UsageError(f"{len(found)} {what}s match {text!r}: {', '.join(found[:5])}{', ...' if len(found) > 5 else ''}", hint="give more of it")
    near = difflib.get_close_matches(text, ids, 3, 0.5)
    raise UsageError(f"there is no {what} {text!r}", hint=f"did you mean {' or '.join(near)}?" if near else f"`{listing}` lists them")
