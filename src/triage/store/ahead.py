"""The queue, read by a second process while the first one imports its screen: the first list is there sooner."""

from __future__ import annotations

import marshal
import os
from pathlib import Path
from typing import Any, BinaryIO

from triage.store.review_rows import Filters

READY = b"+"
"""What the second process says when it could open the store."""


class Ahead:
    """A queue that a second process reads. Everything that goes wrong there is left to the first one to find out."""

    def __init__(self, pipe: BinaryIO, child: int) -> None:
        self._pipe, self._child = pipe, child

    @classmethod
    def start(cls, path: Path, filters: Filters) -> Ahead | None:
        """Begin to read the queue. None where the system has no fork. This process has to be small and without threads yet."""
        if not hasattr(os, "fork"):
            return None
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            _work(path, filters, writing)
        os.close(writing)
        return cls(os.fdopen(reading, "rb"), child)

    def is_ready(self) -> bool:
        """Whether the second process could open the store. Waits until it is known."""
        ready = self._pipe.read(1) == READY
        if not ready:
            self._end()
        return ready

    def take(self) -> Any:
        """What was read; None where the second process was ended before."""
        try:
            return marshal.loads(self._pipe.read())
        except (EOFError, ValueError, TypeError):
            return None
        finally:
            self._end()

    def _end(self) -> None:
        self._pipe.close()
        try:
            os.waitpid(self._child, 0)
        except ChildProcessError:  # somebody else waited for it
            pass


def _work(path: Path, filters: Filters, writing: int) -> None:
    """In the second process, which ends here: no handlers, no buffers of the first one are touched."""
    try:
        from triage.store.reviews import read_queue

        def ready() -> None:
            os.write(writing, READY)

        data = memoryview(marshal.dumps(read_queue(path, filters, ready)))
        while data:
            data = data[os.write(writing, data) :]
    finally:
        os._exit(0)
