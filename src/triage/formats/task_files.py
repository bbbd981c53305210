"""Files of a task folder, and the version of a task that declares none."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from triage.model import TaskFile

TEXT_LIMIT = 1024 * 1024
"""Files above this many bytes are kept by name, size and digest only."""
MOST_FILES = 5000
"""Most files taken from one area of a task."""
SKIP = frozenset({".git", "__pycache__", "node_modules", ".venv"})


def read_files(folder: Path, area: str, task_id: str, task_version: str | None, task_path: str) -> Iterator[TaskFile]:
    """Rows for the files below `folder`, in sorted order. Binary and large files have no text; links are not followed."""
    count = 0
    for base, names, entries in os.walk(folder):
        names[:] = sorted(n for n in names if n not in SKIP)
        for name in sorted(entries):
            path = Path(base, name)
            row = _row(path, path.relative_to(folder).as_posix(), area, task_id, task_version, task_path)
            if row is not None:
                yield row
                count += 1
                if count >= MOST_FILES:
                    return


def read_file(path: Path, name: str, area: str, task_id: str, task_version: str | None, task_path: str) -> TaskFile | None:
    """The row of one file, or None where it can't be read."""
    return _row(path, name, area, task_id, task_version, task_path)


def _row(path: Path, name: str, area: str, task_id: str, task_version: str | None, task_path: str) -> TaskFile | None:
    try:
        if path.is_symlink() or not path.is_file():
            return None
        size = path.stat().st_size
        digest = hashlib.blake2b(digest_size=8)
        with open(path, "rb") as stream:
            data = stream.read(TEXT_LIMIT + 1)
            digest.update(data)
            while block := stream.read(1 << 20):
                digest.update(block)
    except OSError:
        return None
    return TaskFile(task_id, task_version, area, name.encode("utf-8", "replace").decode(), _text(data), size, digest.hexdigest(), task_path)


def _text(data: bytes) -> str | None:
    if len(data) > TEXT_LIMIT or b"\0" in data[:8192]:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def digest_version(prompt: str | None, files: Iterable[TaskFile]) -> str:
    """The version of a task without a declared one: digest of its prompt and its grader's files, 12 hexadecimal digits."""
    total = hashlib.blake2b((prompt or "").encode("utf-8", "replace"), digest_size=6)
    for row in sorted(files):
        if row.area == "grader":
            total.update(f"\0{row.path}\0{row.digest}".encode("utf-8", "replace"))
    return total.hexdigest()
