"""The keys, from keys.toml and the user's own file."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import NamedTuple

from triage.errors import UsageError

_SIGNS = {"right_square_bracket": "]", "left_square_bracket": "[", "slash": "/", "full_stop": ".", "question_mark": "?", "ampersand": "&", "dollar_sign": "$", "space": "space"}


class Action(NamedTuple):
    """One thing that can be done, and its keys."""

    name: str
    keys: str
    """Textual key names, separated by commas."""
    group: str
    help: str
    """Empty for the second of a pair: the first tells both."""

    @property
    def badge(self) -> str:
        """Its first key as it is printed on the keyboard."""
        key = self.keys.split(",")[0]
        return "^" + key[5:] if key.startswith("ctrl+") else _SIGNS.get(key, key)


def load_keys(own: Path | None = None) -> dict[str, Action]:
    """Every action with its keys; those of TRIAGE_KEYS or of the file `own` replace the built-in ones.

    Raises UsageError where the user's file is broken, names no action, or gives one key to two actions.
    """
    actions = {name: Action(name, d["keys"], d["group"], d.get("help", "")) for name, d in _read(Path(__file__).with_name("keys.toml")).items()}
    given = Path(os.environ["TRIAGE_KEYS"]) if os.environ.get("TRIAGE_KEYS") else own
    if given is None or not given.is_file():
        return actions
    for name, value in _read(given).items():
        keys = value.get("keys") if isinstance(value, dict) else value
        if name not in actions or not isinstance(keys, str):
            raise UsageError(f"{name!r} is no action with keys", where=str(given), hint='a line is: fold = "z"; actions: ' + ", ".join(actions))
        actions[name] = actions[name]._replace(keys=keys)
    _check(actions, given)
    return actions


def _check(actions: dict[str, Action], path: Path) -> None:
    taken: dict[str, str] = {}
    for action in actions.values():
        for key in filter(None, action.keys.split(",")):
            if key in taken:
                raise UsageError(f"the key {key!r} is given to {taken[key]} and to {action.name}", where=str(path), hint="give each action its own key")
            taken[key] = action.name


def _read(path: Path) -> dict[str, dict[str, str]]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"the keys are not TOML: {error}", where=str(path)) from error
