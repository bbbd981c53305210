"""Task id of a session that names no task: the folder that it worked in, where that tells something."""

from __future__ import annotations

from triage.formats.conversation import prompt_task

ANYWHERE = frozenset(
    {"app", "workspace", "workspaces", "root", "testbed", "tmp", "home", "repo", "src", "work", "code", "project", "projects", "data", "workdir", "sandbox", "mnt"}
)
"""Folders that every sandbox has: their name tells nothing about the task."""


def place_task(cwd: object, prompt: str | None, fallback: str) -> str:
    """Last part of the working directory; where that is a folder of any sandbox, a digest of the prompt, else `fallback`."""
    if isinstance(cwd, str):
        name = cwd.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
        if name and name.lower() not in ANYWHERE:
            return name
    return prompt_task(prompt, fallback)
