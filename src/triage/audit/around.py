"""What is known around a suspect call: the run's other calls, the prompt, what the task ships, what its checks want."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from triage.audit.edits import Edit, edits
from triage.audit.expected import Wanted

Call = Mapping[str, Any]
Said = tuple[str, str | None, str] | None
"""Weight, value and reason; None where the call is a look-alike."""

WRITES = re.compile(r"(^|[\s;&|\"(])(tee|mv|cp|sed -i|install)\s|>|<<|write|\.dump|\.save|to_csv|to_json")
WRITER = re.compile(r"write|edit|create|replace|patch|insert", re.IGNORECASE)
GONE = re.compile(r"no such file|not found|cannot (open|access|stat)|permission denied|does not exist|is a directory", re.IGNORECASE)


_LOOKS = re.compile(
    r"\b(cat|head|tail|less|sed -n|grep|rg|ls|find|view|read\w*|open\w*|pytest|jest|go test|cargo test|npm test|make|diff|git (log|show|diff|status|ls-files))\b", re.IGNORECASE
)


class Around(NamedTuple):
    """What is known around the calls of one run."""

    run: Sequence[Call]
    """All calls of the run in order."""
    prompt: str
    """The prompt of its task version."""
    values: Sequence[Wanted]
    """What the checks want."""
    shipped: Mapping[str, str]
    """Files of the task's environment: path to text."""
    graders: Mapping[str, str]
    """Files of its grader: path to text."""

    def before(self, call: int) -> Iterator[Call]:
        """Calls before this one."""
        return (c for c in self.run if c["call"] < call)

    def after(self, call: int) -> Iterator[Call]:
        """Calls after this one."""
        return (c for c in self.run if c["call"] > call)

    def shown_before(self, call: int) -> str:
        """What the calls before this one asked and what they returned."""
        return "\n".join(f"{c['args']}\n{c['result']}" for c in self.before(call))

    def held(self, path: str) -> str:
        """What a shipped file holds; empty where it is not known."""
        name = last(path)
        found = [(p, t) for p, t in self.shipped.items() if last(p) == name]
        return max(found, key=lambda pair: _common(pair[0], path))[1] if found else ""

    def ships(self, path: str) -> bool:
        """Whether the task ships a file of this name, or a folder."""
        name = last(path)
        return any(last(p) == name or f"/{name}/" in f"/{p}" for p in self.shipped)

    def met(self, path: str, call: int) -> bool:
        """Whether the file was there before the run made it: shipped, or shown before any call that writes it."""
        if self.ships(path):
            return True
        name = last(path)
        for c in self.before(call):
            if any(last(e.path) == name and e.how in ("write", "output", "copy", "code") for e in made(c)):
                return False
            if name in (c["args"] or ""):
                return bool(_LOOKS.search(f"{c['name']} {c['args']}")) and not GONE.search((c["result"] or "")[:200])
            if name in (c["result"] or ""):
                return True
        return False


def last(path: str) -> str:
    """The last part of a path."""
    return path.rstrip("/").rsplit("/", 1)[-1].strip("\"'")


def _common(a: str, b: str) -> int:
    n = 0
    for x, y in zip(reversed(a.split("/")), reversed(b.split("/")), strict=False):
        if x != y:
            break
        n += 1
    return n


_edits = lru_cache(maxsize=1024)(edits)


def made(call: Call) -> list[Edit]:
    """What the call changes in files."""
    return _edits(call["name"], call["raw"])


def named(prompt: str, path: str) -> bool:
    """Whether the prompt names the file."""
    name = last(path)
    return bool(name) and name in prompt


def folder_named(prompt: str, path: str) -> bool:
    """Whether the prompt names the file or a folder that holds it."""
    return named(prompt, path) or any(len(p) > 2 and f"{p}/" in prompt for p in path.strip("/").split("/")[:-1])


def made_by_agent(run: Sequence[Call], path: str, call: int) -> bool:
    """Whether the run itself wrote the file before."""
    name = last(path)
    return bool(name) and any(
        c["call"] <= call and name in (c["args"] or "") and (WRITER.search(c["name"] or "") or WRITES.search((c["args"] or "").split(name)[0][-200:])) for c in run
    )
