"""What a reader is handed: one file or folder, with the little that recognition needs read once."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path

from triage.formats import files

HEAD = 64 * 1024
"""Bytes at the start of a file that recognition may look at."""


class Source:
    """A file or folder to recognise and read.

    path: where it lies on this machine. display: the path as the user gave it (an archive member is `a.zip!/inner`).
    """

    def __init__(self, path: Path, display: str | None = None, *, is_dir: bool | None = None, names: frozenset[str] | None = None) -> None:
        self.path = path
        self.display = display if display is not None else str(path)
        self.is_dir = path.is_dir() if is_dir is None else is_dir
        if names is not None:
            self.names = names

    @property
    def name(self) -> str:
        """Last part of the path."""
        return self.path.name

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of the entries of a folder; empty for a file."""
        if not self.is_dir:
            return frozenset()
        try:
            return frozenset(os.listdir(self.path))
        except OSError:
            return frozenset()

    @cached_property
    def head(self) -> bytes:
        """First 64 KiB of a file, decompressed where it is gzip or zstd; empty for a folder or an unreadable file."""
        if self.is_dir:
            return b""
        try:
            with files.open_bytes(self.path) as stream:
                return stream.read(HEAD)
        except Exception:  # also zlib.error and zstandard.ZstdError: a broken stream has no head, and its reader tells why
            return b""

    def child(self, name: str) -> Source:
        """The source of an entry of this folder."""
        return Source(self.path / name, f"{self.display}/{name}")

    def __repr__(self) -> str:
        return f"Source({self.display!r})"
