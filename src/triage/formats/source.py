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

    def __init__(self, path: Path | str, display: str | None = None, *, is_dir: bool | None = None, names: frozenset[str] | None = None) -> None:
        self.where = str(path)
        """The path as text: a folder of thousands of runs has tens of thousands of files, and a Path takes longer to make than a file to open."""
        self.display = display if display is not None else self.where
        if is_dir is not None:
            self.is_dir = is_dir
        if names is not None:
            self.names = names

    @cached_property
    def path(self) -> Path:
        """Where it lies on this machine."""
        return Path(self.where)

    @cached_property
    def is_dir(self) -> bool:
        """Whether it is a folder."""
        return files.is_folder(self.where)

    @cached_property
    def name(self) -> str:
        """Last part of the path."""
        name = os.path.basename(self.where)
        return "" if name == "." else name

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of the entries of a folder; empty for a file."""
        return files.names_in(self.where) if self.is_dir else frozenset()

    @cached_property
    def head(self) -> bytes:
        """First 64 KiB of a file, decompressed where it is gzip or zstd; empty for a folder or an unreadable file."""
        if self.is_dir:
            return b""
        try:
            with files.open_bytes(self.where) as stream:
                return stream.read(HEAD)
        except Exception:  # also zlib.error and zstandard.ZstdError: a broken stream has no head, and its reader tells why
            return b""

    def child(self, name: str) -> Source:
        """The source of an entry of this folder."""
        return Source(self.entry(name), f"{self.display}/{name}")

    def entry(self, name: str) -> str:
        """Path of an entry of this folder."""
        return f"{self.where}{os.sep}{name}"

    def __repr__(self) -> str:
        return f"Source({self.display!r})"
