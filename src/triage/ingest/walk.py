"""Find what there is to read below the given paths: units, each with the reader that takes it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from triage.formats import Format, all_formats, load
from triage.formats.files import Held
from triage.formats.source import Source
from triage.model import Problem

SKIP_DIRS = frozenset({".git", "__pycache__", "node_modules", ".venv", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".triage-shards"})
MAX_DEPTH = 64
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.zst", ".tar.bz2", ".tar.xz")


class Unit(NamedTuple):
    """One file or folder that a reader takes as a whole."""

    key: str
    """Absolute path or URL: what it is known by when it is read again."""
    path: str
    """Where it lies on this machine."""
    display: str
    """As the user gave it."""
    format: str
    """The reader's module."""
    bytes: int
    """Size of all its files."""
    stat: str
    """Signature of names, sizes and times: equal means unchanged."""
    newest: float
    """Latest modification time in it, seconds since the epoch."""


class Unrecognised(NamedTuple):
    """A file that no reader takes."""

    display: str
    """The file."""
    bytes: int
    """Its size."""


ARCHIVE = "archive"
"""Reader name of archives: a worker unpacks them and walks what is inside."""

Found = Unit | Unrecognised | Problem


class Walker:
    """Walks folders once, in sorted order, following links but never in a loop."""

    def __init__(self, known: Mapping[str, tuple[str, str]], only: str | None = None) -> None:
        """known: path -> (stat signature, reader) of what was read before: unchanged paths are not asked again."""
        self.formats: list[tuple[str, Format]] = [(f.__name__.rpartition(".")[2], f) for f in ([load(only)] if only else all_formats())]  # type: ignore[attr-defined]
        self.known, self.forced = known, only is not None
        self._seen: set[tuple[int, int]] = set()

    def walk(self, path: Path, display: str) -> Iterator[Found]:
        """Everything below `path`. Problems come beside units; nothing is raised."""
        try:
            stat = os.stat(path)
        except OSError as error:
            yield Problem(display, "unreadable", f"can't be opened: {error.strerror}", None, "check the path and its permissions")
            return
        if os.path.isdir(path):
            yield from self._folder(str(path), display, (stat.st_dev, stat.st_ino), 0)
        elif os.path.isfile(path):
            yield from self._file(str(path), display, stat)

    def _folder(self, path: str, display: str, key: tuple[int, int], depth: int) -> Iterator[Found]:
        if key in self._seen:
            yield Problem(display, "loop", "a link leads back to a folder that was already walked", None, "remove the link", "warning")
            return
        if depth > MAX_DEPTH:
            yield Problem(display, "too_deep", f"more than {MAX_DEPTH} folders deep: left out", None, "give a folder nearer to the runs")
            return
        self._seen.add(key)
        known = self.known.get(_safe(os.path.abspath(path)))
        if known and not self.forced:
            unit = _unit(path, display, known[1])
            if unit.stat == known[0]:
                yield unit
                return
        try:
            entries = sorted(os.scandir(path), key=lambda e: e.name)
        except OSError as error:
            yield Problem(display, "unreadable", f"the folder can't be listed: {error.strerror}", None, "check its permissions")
            return
        source = Source(path, display, is_dir=True, names=frozenset(e.name for e in entries))
        taken = self._recognise(source)
        if taken:
            yield _unit(path, display, taken)
            return
        for entry in entries:
            below = f"{display.rstrip('/')}/{_safe(entry.name)}"
            try:
                stat = entry.stat()
                folder = entry.is_dir()
                regular = entry.is_file()
            except OSError as error:
                yield Problem(below, "unreadable", f"can't be opened: {error.strerror}", None, "a link that leads somewhere, or a readable file", "warning")
                continue
            if folder:
                if entry.name not in SKIP_DIRS:
                    yield from self._folder(entry.path, below, (stat.st_dev, stat.st_ino), depth + 1)
            elif regular:
                yield from self._file(entry.path, below, stat)

    def _file(self, path: str, display: str, stat: os.stat_result) -> Iterator[Found]:
        key = _safe(os.path.abspath(path))
        known = self.known.get(key)
        name = os.path.basename(path)
        signature = _signature([(name, stat.st_size, stat.st_mtime_ns)])
        if known and known[0] == signature and not self.forced:
            yield Unit(key, path, display, known[1], stat.st_size, signature, stat.st_mtime)
            return
        if not os.access(path, os.R_OK):
            yield Problem(display, "unreadable", "can't be opened: permission denied", None, "check its permissions")
            return
        taken = self._recognise(Source(path, display, is_dir=False))
        if taken is None and name.lower().endswith(ARCHIVES):
            taken = ARCHIVE
        if taken:
            yield Unit(key, path, display, taken, stat.st_size, signature, stat.st_mtime)
        else:
            yield Unrecognised(display, stat.st_size)

    def _recognise(self, source: Source) -> str | None:
        for name, reader in self.formats:
            try:
                if reader.recognise(source):
                    return name
            except Exception:  # a reader that stumbles over a strange file doesn't know it
                continue
        return None


def _unit(path: str, display: str, taken: str) -> Unit:
    size, newest, parts = 0, 0.0, []
    for name, stat in files_below(path):
        size += stat.st_size
        newest = max(newest, stat.st_mtime)
        parts.append((name, stat.st_size, stat.st_mtime_ns))
    return Unit(_safe(os.path.abspath(path)), path, display, taken, size, _signature(sorted(parts)), newest)


def files_below(path: str, folders: dict[str, frozenset[str]] | None = None) -> Iterator[tuple[str, os.stat_result]]:
    """Regular files in a folder that a reader took, by relative name; links to folders are not followed.

    folders: gets the names in each folder that could be listed, by path.
    """
    stack = [(path, "")]
    while stack:
        folder, prefix = stack.pop()
        try:
            with os.scandir(folder) as found:
                entries = list(found)
                if folders is not None:
                    folders[folder] = frozenset([entry.name for entry in entries])
                for entry in entries:
                    try:
                        if entry.is_dir(follow_symlinks=False):
                            stack.append((entry.path, f"{prefix}{entry.name}/"))
                        elif entry.is_file():
                            yield prefix + entry.name, entry.stat()
                    except OSError:
                        continue
        except OSError:
            continue


def _signature(parts: list[tuple[str, int, int]]) -> str:
    return hashlib.blake2b(repr(parts).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def _safe(name: str) -> str:
    return name.encode("utf-8", "replace").decode("utf-8", "replace")


def content_digest(path: Path, keep: int = 0) -> tuple[str, Held]:
    """Digest of a file, or of a folder's files by sorted relative name, and what was read.

    Returns 16 hexadecimal digits (BLAKE2b), the names in its folders, and the content of as many files as fit into `keep` bytes.
    """
    total = hashlib.blake2b(digest_size=8)
    held = Held({}, {})
    root = str(path)
    if os.path.isdir(root):
        for name, stat in sorted(files_below(root, held.folders), key=itemgetter(0)):
            total.update(name.encode("utf-8", "surrogateescape") + b"\0")
            keep -= _digest_file(f"{root}{os.sep}{name}", stat.st_size, total, held.files, keep)
    else:
        _digest_file(root, os.path.getsize(root) if os.path.exists(root) else 0, total, held.files, keep)
    return total.hexdigest(), held


def _digest_file(path: str, size: int, into: hashlib.blake2b, held: dict[str, bytes], keep: int) -> int:
    """Returns how many bytes were kept."""
    try:
        if size <= keep:
            into.update(data := _whole(path, size))
            held[path] = data
            return len(data)
        with open(path, "rb", buffering=0) as stream:
            while block := stream.read(1 << 20):
                into.update(block)
    except OSError:
        into.update(b"\0unreadable\0")
    return 0


def _whole(path: str, size: int) -> bytes:
    """A file that was `size` bytes long a moment ago. With thousands of small files the system calls of `open` and `read` are most of the time: these are the fewest."""
    file = os.open(path, _FLAGS)
    try:
        data = os.read(file, size + 1)
        if len(data) == size:
            return data
        parts = [data]
        while block := os.read(file, 1 << 20):
            parts.append(block)
        return b"".join(parts)
    finally:
        os.close(file)
