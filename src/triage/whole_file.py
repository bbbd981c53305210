"""Files that are there whole or not at all: written aside, then given their name."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from triage.errors import StoreError

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A stream whose bytes become the file `path` where the block ends well; else what was there stays as it was.

    What is no file (a device, a pipe) is written directly. Raises StoreError where there is no room, with how much was
    written and how much is free; other OSErrors as they are.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    path = path.resolve()  # a link stays one
    _sweep(path)
    aside = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        with aside.open("wb") as stream:
            yield stream
        if path.exists():
            aside.chmod(stat.S_IMODE(path.stat().st_mode))
        os.replace(aside, path)
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        written = aside.stat().st_size if aside.exists() else 0
        aside.unlink(missing_ok=True)
        raise _no_room(path, written, None, error) from error
    finally:
        aside.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. Raises as `whole_file`; where there is no room it says how much is missing."""
    try:
        with whole_file(path) as stream:
            stream.write(data)
    except StoreError as error:
        cause = error.__cause__
        raise (_no_room(path, 0, len(data), cause) if isinstance(cause, OSError) else error) from cause


def _no_room(path: Path, written: int, wanted: int | None, error: OSError) -> StoreError:
    free = shutil.disk_usage(path.parent).free
    needs = f"it has {_size(wanted)}" if wanted is not None else f"it would be longer than {_size(written)}"
    if error.errno == errno.ENOSPC:
        missing = f", {_size(wanted - free)} are missing" if wanted is not None and wanted > free else ""
        hint = f"{needs}; {_size(free)} are free there{missing}. Make room, or write elsewhere with --out"
    else:
        hint = f"{needs}; what may be written there is limited ({'ulimit -f' if error.errno == errno.EFBIG else 'a quota'}). Write elsewhere with --out"
    return StoreError(f"there is no room for the file: {error.strerror}", where=str(path), hint=f"{hint}; what had that name before is as it was")


def _size(count: int) -> str:
    return f"{count} bytes" if count < 10_000 else f"{count / 1000:.0f} kB" if count < 10_000_000 else f"{count / 1e6:.1f} MB"


def _sweep(path: Path) -> None:
    """Remove what processes that were killed left of this file."""
    for left in path.parent.glob(f".{_literal(path.name[:100])}.*.part"):
        pid = left.name.split(".")[-2]
        if pid.isdigit() and not alive(int(pid)):
            left.unlink(missing_ok=True)


def _literal(name: str) -> str:
    return "".join(f"[{c}]" if c in "*?[" else c for c in name)


def alive(pid: int) -> bool:
    """Whether a process of this number is there."""
    if os.name == "nt":  # there a signal would end the process
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
