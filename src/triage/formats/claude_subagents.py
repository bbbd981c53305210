"""Where the files of a Claude Code session's subagents lie."""

from __future__ import annotations

import os
import re
from pathlib import Path

from triage.formats.conversation import stem
from triage.formats.source import Source


def is_agent(path: Path) -> bool:
    """Whether a file is named like a subagent's."""
    return path.name.startswith("agent-")


def parent_of(path: Path) -> Path | None:
    """The session file of a subagent's file, where it lies in the same tree."""
    if not is_agent(path):
        return None
    for folder in list(path.parents)[:4]:
        if folder.name == "subagents":
            for ending in (".jsonl", ".jsonl.gz", ".jsonl.zst"):
                found = folder.parent.parent / f"{folder.parent.name}{ending}"
                if found.is_file():
                    return found
            return None
    session = session_of(path)
    beside = path.parent / f"{session}.jsonl"
    return beside if session and "/" not in session and beside.is_file() else None


def session_of(path: Path) -> str | None:
    """The session that a file's lines name."""
    found = re.search(rb'"sessionId": ?"([^"\\]{1,80})"', Source(path, is_dir=False).head)
    return found[1].decode("utf-8", "replace") if found else None


def subagents_of(path: Path, run_id: str) -> list[Path]:
    """Files of the session's subagents: in its own folder, or beside it (older versions)."""
    found: list[Path] = []
    folder = path.parent / stem(path) / "subagents"
    for base, _, names in os.walk(folder):
        found += [Path(base) / name for name in names if name.startswith("agent-") and ".jsonl" in name]
    if not is_agent(path):
        try:
            beside = [name for name in os.listdir(path.parent) if name.startswith("agent-") and ".jsonl" in name]
        except OSError:
            beside = []
        found += [path.parent / name for name in beside if session_of(path.parent / name) == run_id and path.name == f"{run_id}.jsonl"]
    return sorted(found)
