"""Names that options give: one that is nowhere is more often mistyped than rightly empty, so that it is told, with what there is."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from triage.errors import UsageError

if TYPE_CHECKING:
    from triage.store.read import Reader

VERDICTS = ("passed", "failed", "invalid", "ungraded")
SHOWN = 8
"""So many names are told where none is like the given one."""


def check_names(given: str | None, what: str, known: Iterable[str | None], *, closed: bool = False) -> None:
    """Raise UsageError for a name that is not known. Several are separated by commas.

    A pattern may match nothing, unless `closed`: then the known names are all that can ever be.
    """
    names = sorted({k for k in known if k is not None})
    for one in (part.strip() for part in (given or "").split(",")):
        pattern = any(sign in one for sign in "*?[")
        if not one or (pattern and not closed) or (any(fnmatchcase(k, one) for k in names) if pattern else one in names):
            continue
        raise UsageError(f"there is no {what} {one!r}", hint=_hint(one, names))


def _hint(name: str, names: list[str]) -> str:
    if not names:
        return "the store has none"
    family = f"{name.rstrip('.*')}.*"
    if "*" not in name and any(fnmatchcase(k, family) for k in names):
        return f"did you mean {family!r}?"
    near = [k for k in names if name.strip("*?") and name.strip("*?").lower() in k.lower()] or difflib.get_close_matches(name, names, 3, 0.5)
    if near:
        return f"did you mean {' or '.join(near[:3])}?"
    return f"there are {', '.join(names[:SHOWN])}" + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


def check_values(reader: Reader, given: str | None, what: str, column: str, table: str = "runs") -> None:
    """The same for a name that stands in a column of the store. Asks the store only where a name is given."""
    if given:
        check_names(given, what, (row["name"] for row in reader.rows(f'select distinct "{column}" as name from "{table}"')))


def check_kinds(reader: Reader, given: str | None) -> None:
    """The same for kinds of findings: those of the catalogue, and those that the store has from another one."""
    if given:
        from triage.catalogue import detectors

        found = [row["kind"] for row in reader.rows("select distinct kind from findings")]
        check_names(given, "kind", [*(q.kind for q in detectors()), *found], closed=True)
