"""Worker processes: started once, before the store is opened, and used for reading and for judging.

Reading transcripts and weighing messages are Python, one core each; a process that also holds the database must not
be copied while its threads run, so that the workers come first.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Item = TypeVar("Item")
Result = TypeVar("Result")
STOP_S = 5.0
"""Seconds that the end of a pool is waited for; its processes are gone by then, so that it takes none."""
AHEAD = 2
"""Items in flight for each worker: what waits for the one that takes the results is bounded, like memory."""


class Workers:
    """A pool of processes. A worker that dies (out of memory, killed) costs the item it had, not the rest."""

    def __init__(self, jobs: int, *, early: bool = False) -> None:
        """jobs: number of processes; 1 works in this one. early: start them now, as copies of this process, where the system copies safely (Linux)."""
        self.jobs = jobs
        self._ended = False
        self._pool: Executor | None = None
        if early and jobs > 1 and sys.platform == "linux":
            self._pool = _forked(jobs)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
        self.close()

    def started(self) -> bool:
        """Whether processes run already, so that using them costs nothing more."""
        return self._pool is not None

    def spread(
        self, work: Callable[[Item], Result], items: Iterable[Item], *, lost: Callable[[Item], Result], split: Callable[[Item], list[Item]] = lambda item: [], ordered: bool = False
    ) -> Iterator[Result]:
        """Results of `work` for every item, as they come or in the order of the items.

        lost: the result for an item whose worker died twice; split: smaller items to try before, each alone.
        """
        rest = iter(items)
        if self.jobs <= 1:
            yield from map(work, rest)
            return
        broken: list[Item] = []
        yield from self._flow(work, rest, ordered, broken)
        while broken:
            yield from self._alone(work, broken.pop(0), lost, split)
            if not broken:
                yield from self._flow(work, rest, ordered, broken)

    def _flow(self, work: Callable[[Item], Result], rest: Iterator[Item], ordered: bool, broken: list[Item]) -> Iterator[Result]:
        """Results until the items end or a worker dies; then `broken` has the items that were in flight."""
        from concurrent.futures import FIRST_COMPLETED, wait
        from concurrent.futures.process import BrokenProcessPool

        waiting: dict[Future[Result], Item] = {}
        alive = True
        while True:
            while alive and len(waiting) < AHEAD * self.jobs:
                item = next(rest, _END)
                if item is _END:
                    break
                try:
                    waiting[self._running().submit(work, item)] = item
                except BrokenProcessPool:
                    broken.append(item)
                    alive = False
            if not waiting:
                break
            first = next(iter(waiting))
            done = {first} if ordered else wait(waiting, return_when=FIRST_COMPLETED).done
            for future in done:
                item = waiting.pop(future)
                try:
                    yield future.result()
                except BrokenProcessPool:
                    broken.append(item)
                    alive = False
        if not alive:
            self.close()

    def _alone(self, work: Callable[[Item], Result], item: Item, lost: Callable[[Item], Result], split: Callable[[Item], list[Item]]) -> Iterator[Result]:
        """The result of an item in a process of its own; in smaller parts where that dies too."""
        from concurrent.futures.process import BrokenProcessPool

        self._not_ended()
        pool = _fresh(1)
        try:
            yield pool.submit(work, item).result()
        except BrokenProcessPool:
            parts = split(item)
            for part in parts:
                yield from self._alone(work, part, lost, split)
            if not parts:
                yield lost(item)
        finally:
            _stop(pool)

    def _running(self) -> Executor:
        self._not_ended()
        if self._pool is None:
            self._pool = _fresh(self.jobs)
        return self._pool

    def _not_ended(self) -> None:
        """A thread that goes on after Ctrl-C starts no processes. Raises RuntimeError."""
        if self._ended:
            raise RuntimeError("the workers have ended")

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            _stop(self._pool)
            self._pool = None


_END: Any = object()


def _forked(jobs: int) -> Executor:
    """Copies of this process: they have its modules, and are there at once."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    with _deaf_to_interrupts():
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _begin, (os.getpid(),))
        pool.submit(_nothing)  # the first item starts the processes
    return pool


def _fresh(jobs: int) -> Executor:
    """Processes of their own, safe beside a database's threads; unlike the standard library's they never run a caller's script again."""
    import loky

    with _deaf_to_interrupts():
        pool: Executor = loky.ProcessPoolExecutor(jobs, initializer=_begin, initargs=(os.getpid(),))
        pool.submit(_nothing)
    return pool


def _stop(pool: Executor) -> None:
    processes = list((getattr(pool, "_processes", None) or {}).values())
    manager = getattr(pool, "_executor_manager_thread", None)
    pool.shutdown(wait=False)
    for process in processes:
        with contextlib.suppress(OSError, ValueError):
            process.terminate()
    if manager is not None:  # it closes the pipes that the interpreter, when it ends, would write to
        manager.join(STOP_S)


def _nothing() -> None:
    """What a worker is given to be there."""


def _begin(parent: int) -> None:
    """In a worker: leave Ctrl-C to the process that a person talks to, and end when that is gone, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that start meanwhile ignore Ctrl-C: this one hears it, stops them, and says so once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
