"""Unpack archives safely: no path leaves the folder, no bomb fills the disk."""

from __future__ import annotations

import io
import os
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from triage.formats.files import BOMB_FLOOR, MAX_RATIO
from triage.model import Problem

MAX_TOTAL = 64 * 1024**3
"""Most bytes unpacked from one archive."""


def unpack(path: Path, into: Path, display: str) -> Iterator[Problem]:
    """Unpack regular files of a zip or tar archive below `into`. What is refused comes as a Problem; the rest goes on."""
    try:
        if zipfile.is_zipfile(path):
            yield from _unpack_zip(path, into, display)
        else:
            yield from _unpack_tar(path, into, display)
    except Exception as error:  # the many ways in which a damaged archive fails
        yield Problem(display, "bad_archive", f"the archive is damaged: {_first_line(error)}", None, "a whole .zip, .tar, .tar.gz or .tar.zst")


def _unpack_zip(path: Path, into: Path, display: str) -> Iterator[Problem]:
    budget = _Budget(path)
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if member.is_dir():
                continue
            target = _target(into, member.filename)
            if target is None:
                yield _outside(display, member.filename)
                continue
            if member.file_size > BOMB_FLOOR and member.file_size > MAX_RATIO * max(1, member.compress_size):
                yield _bomb(display, member.filename)
                continue
            try:
                with archive.open(member) as stream:
                    _copy(stream, target, budget)
            except (NotImplementedError, RuntimeError, OSError, EOFError, zipfile.BadZipFile) as error:
                yield Problem(display, "bad_member", f"can't be unpacked: {_first_line(error)}", member.filename, "a member stored or deflated, without a password")
            except _TooMuch:
                yield _bomb(display, member.filename)
                return


def _unpack_tar(path: Path, into: Path, display: str) -> Iterator[Problem]:
    budget = _Budget(path)
    with _open_tar(path) as archive:
        for member in archive:
            if member.isdir():
                continue
            if not member.isfile():
                yield Problem(display, "odd_member", "is no regular file: left out", member.name, "regular files", "note")
                continue
            target = _target(into, member.name)
            if target is None:
                yield _outside(display, member.name)
                continue
            stream = archive.extractfile(member)
            if stream is None:
                continue
            try:
                _copy(stream, target, budget)
            except _TooMuch:
                yield _bomb(display, member.name)
                return


def _open_tar(path: Path) -> tarfile.TarFile:
    if path.name.lower().endswith(".zst"):
        import zstandard

        stream = zstandard.ZstdDecompressor().stream_reader(open(path, "rb"), read_across_frames=True)
        return tarfile.open(fileobj=io.BufferedReader(stream), mode="r|")
    return tarfile.open(path, "r:*")


class _TooMuch(Exception):
    pass


class _Budget:
    def __init__(self, path: Path) -> None:
        self.left = min(MAX_TOTAL, max(BOMB_FLOOR * 16, MAX_RATIO * os.path.getsize(path)))


def _copy(stream: IO[bytes], target: Path, budget: _Budget) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(target, "wb") as out:
        while block := stream.read(1 << 20):
            budget.left -= len(block)
            if budget.left < 0:
                raise _TooMuch
            out.write(block)


def _target(into: Path, name: str) -> Path | None:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or ".." in parts or name.startswith(("/", "\\")) or ":" in parts[0] or "\0" in name:
        return None
    target = into.joinpath(*parts)
    return target if target.resolve().is_relative_to(into.resolve()) else None


def _first_line(error: Exception) -> str:
    """The words of an error without the temporary folder's path."""
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).splitlines()[0].rstrip(":")


def _outside(display: str, member: str) -> Problem:
    return Problem(display, "path_outside", "a member's path leads out of the archive: left out", member, "relative paths without ..")


def _bomb(display: str, member: str) -> Problem:
    return Problem(display, "zip_bomb", f"expands to more than {MAX_RATIO} times its size: left out", member, "an archive of real transcripts")
