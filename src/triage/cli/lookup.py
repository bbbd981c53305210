"""Finding what a person means by a half-typed id."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from triage.errors import UsageError

if TYPE_CHECKING:
    from triage.store.read import Reader

SHOWN = 8
"""So many ids are told where none is like the given one."""


def find_run(reader: Reader, text: str) -> str:
    """The run id that is meant: exact, else the only one that starts with, ends with or holds the text."""
    return _find([r["run_id"] for r in reader.rows("select run_id from runs order by run_id")], text, "run", "`triage runs` lists them")


def find_task(reader: Reader, text: str) -> str:
    """The task id that is meant."""
    return _find([r["task_id"] for r in reader.rows("select distinct task_id from tasks order by task_id")], text, "task", "`triage tasks` lists them")


def find_finding(reader: Reader, text: str) -> str:
    """The finding id that is meant."""
    return _find([r["finding_id"] for r in reader.rows("select finding_id from findings order by finding_id")], text, "finding", "`triage findings --format csv` lists them")


def find_version(reader: Reader, task_id: str, text: str) -> str:
    """The version of the task that is meant; tables show the beginnings of long ones."""
    rows = reader.rows("select distinct task_version as v from tasks where task_id = $task and task_version is not null order by 1", {"task": task_id})
    versions = [r["v"] for r in rows]
    told = f"it has {', '.join(versions[:SHOWN])}{', ...' if len(versions) > SHOWN else ''}" if versions else "its runs name no version"
    return _find(versions, text, f"version of {task_id}", told, guess=False)


def _find(ids: list[str], text: str, what: str, there_are: str, *, guess: bool = True) -> str:
    if text in ids:
        return text
    first, _, rest = what.partition(" ")
    for test in (str.startswith, str.endswith, str.__contains__):
        found = [i for i in ids if test(i, text)]
        if len(found) == 1:
            return found[0]
        if found:
            raise UsageError(f"{len(found)} {first}s{' ' * bool(rest)}{rest} match {text!r}: {', '.join(found[:5])}{', ...' if len(found) > 5 else ''}", hint="give more of it")
    near = difflib.get_close_matches(text, ids, 3, 0.5) if guess else []
    raise UsageError(f"there is no {first} {text!r}{' ' * bool(rest)}{rest}", hint=f"did you mean {' or '.join(near)}?" if near else there_are)
