"""The closed list of verdicts that a person may give, from labels/taxonomy.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from triage.catalogue import builtin_folder
from triage.errors import UsageError

WITHDRAWN = "withdrawn"
"""Not a verdict: takes an earlier label back."""
NOTED = "noted"
"""Not a verdict: keeps a note of a run that has no label yet."""


class Choice(NamedTuple):
    """One verdict with its definition."""

    verdict: str
    """The word that is written into label files."""
    key: str
    """The key that gives it in `triage review`."""
    title: str
    """A few words, for the label bar."""
    when: str
    """When to use it."""
    when_not: str
    """When not."""
    example: str
    """One sentence."""


def load_taxonomy(folder: Path | None = None) -> tuple[Choice, ...]:
    """The verdicts in the order of their keys: from `folder`/taxonomy.toml where it exists, else the built-in ones.

    Raises UsageError where the file is broken, says nothing, or gives one key twice.
    """
    path = folder / "taxonomy.toml" if folder else None
    if path is None or not path.is_file():
        path = builtin_folder("labels") / "taxonomy.toml"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8")).get("labels")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"the taxonomy is not TOML: {error}", where=str(path)) from error
    if not isinstance(table, dict) or not table:
        raise UsageError("the taxonomy names no label", where=str(path), hint='each label is a table: [labels.NAME] with key = "1", title, when, when_not, example')
    choices = tuple(_choice(name, fields, path) for name, fields in table.items())
    keys = [c.key for c in choices]
    twice = sorted({k for k in keys if keys.count(k) > 1})
    if twice:
        raise UsageError(f"the key {twice[0]!r} is given to two labels", where=str(path), hint="give each label its own key")
    return choices


def _choice(name: str, fields: object, path: Path) -> Choice:
    if not isinstance(fields, dict) or not isinstance(fields.get("key"), str) or len(fields["key"]) != 1:
        raise UsageError(f"the label {name!r} has no key of one character", where=str(path), hint=f'[labels.{name}]\nkey = "1"')
    if name in (WITHDRAWN, NOTED):
        raise UsageError(f"{name!r} can't be a label: label files say something else with it", where=str(path), hint="choose another name")
    text = {f: str(fields.get(f, "")) for f in ("title", "when", "when_not", "example")}
    return Choice(name, fields["key"], text["title"] or name.replace("_", " "), text["when"], text["when_not"], text["example"])


def check_verdict(verdict: str, choices: tuple[Choice, ...]) -> str:
    """The verdict itself; `grader bug` and `grader-bug` mean grader_bug. Raises UsageError with the list where there is no such one."""
    import difflib

    name = verdict.strip().lower().replace(" ", "_").replace("-", "_")
    known = [c.verdict for c in choices]
    if name in known:
        return name
    by_key = {c.key: c.verdict for c in choices}
    if name in by_key:
        return by_key[name]
    near = difflib.get_close_matches(name, known, 1)
    raise UsageError(f"there is no label {verdict!r}", hint=(f"did you mean {near[0]}? " if near else "") + "labels: " + ", ".join(known))
