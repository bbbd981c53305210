"""Writing label events: appended under a lock and on disk before the call returns, so that a kill right after loses nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson

from triage.errors import StoreError
from triage.model import Label


def file_of(folder: Path, annotator: str) -> Path:
    """The file of one annotator: one JSON object a line, only ever appended to."""
    name = re.sub(r"[^\w@+-]+", "_", annotator).strip("_")[:80] or "anonymous"
    return folder / f"{name}.jsonl"


def append(folder: Path, labels: Iterable[Label]) -> None:
    """Append label events, each to its annotator's file: all of a file's events in one write, then fsync.

    Raises StoreError where they can't be written; the file is then as it was before.
    """
    by_file: dict[Path, list[Label]] = {}
    for label in labels:
        by_file.setdefault(file_of(folder, label.annotator), []).append(label)
    for path, events in by_file.items():
        _append_to(path, b"".join(_line(e) for e in events))


def _line(event: Label) -> bytes:
    fields = {k: v.encode(errors="replace").decode() if isinstance(v, str) else v for k, v in event._asdict().items()}
    return orjson.dumps(fields, option=orjson.OPT_APPEND_NEWLINE)


def _append_to(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = not path.exists()
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
        try:
            with _locked(file):
                _write_whole(file, data)
        finally:
            os.close(file)
        if new:
            _sync_folder(path.parent)
    except OSError as error:
        hint = "make room or fix the permissions, then give the label again: nothing saved before is lost"
        raise StoreError(f"the label could not be saved: {error.strerror or error}", where=str(path), hint=hint) from error


def _write_whole(file: int, data: bytes) -> None:
    size = os.fstat(file).st_size
    if size and os.pread(file, 1, size - 1) != b"\n":
        data = b"\n" + data  # the last writer was killed in the middle of a line: that line stays broken, this one must not
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(file, rest) :]
        os.fsync(file)
    except OSError:
        os.ftruncate(file, size)
        raise


@contextmanager
def _locked(file: int) -> Iterator[None]:
    """An advisory lock, where the system has one: two terminals of the same annotator take turns."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
