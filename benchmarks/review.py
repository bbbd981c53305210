"""Timings of the review screen on a real store: medians over several tries.

    python benchmarks/review.py STORE.duckdb [LONG.duckdb]

STORE: any store with failing runs; 10,000 of them is what the targets are for. LONG: a store with a run of 100,000 lines;
made in a folder of its own where it is not given. Labels go to a folder of their own: nothing of yours is touched.
"""

from __future__ import annotations

import asyncio
import fcntl
import gc
import json
import os
import pty
import re
import resource
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from pathlib import Path

from triage.cli.review import COLLECT
from triage.pipeline import ingest_and_detect
from triage.store.review_rows import Filters
from triage.store.reviews import StoreReviews
from triage.tui.app import ReviewApp
from triage.tui.document import View, build
from triage.tui.screens.review import ReviewScreen

TRIES = 9
LINES = 100_000

Times = dict[str, tuple[float, float | None]]
"""Name -> median seconds, and the target."""


def start_to_list(store: Path) -> tuple[float, float, float]:
    """Seconds from the start of the process in a terminal of its own: first row of the queue, first run; and its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(sys.executable, [sys.executable, "-m", "triage", "review", "--db", str(store), "--labels", tempfile.mkdtemp()])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    seen, first, opened = b"", 0.0, 0.0
    while not opened and time.perf_counter() - start < 60:
        if select.select([terminal], [], [], 1)[0]:
            seen += os.read(terminal, 65536)
        first = first or (time.perf_counter() - start if "✗".encode() in seen else 0.0)
        opened = time.perf_counter() - start if re.search(rb"run \d+ of", seen) else 0.0
    os.write(terminal, b"q")
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:  # the other end is closed
        pass
    os.waitpid(child, 0)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return first, opened, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def starts(store: Path) -> Times:
    """Medians of starting."""
    tries = [start_to_list(store) for _ in range(TRIES)]
    first, opened, work = (statistics.median(column) for column in zip(*tries, strict=True))
    return {"start to first list": (first, 0.7), "start to first run on screen": (opened, None), "(processor time of a start and an end)": (work, None)}


async def inside(store: Path, long: Path) -> Times:
    """Timings inside a running app, without a terminal."""
    found: dict[str, list[float]] = {}
    app = ReviewApp(StoreReviews(store), Path(tempfile.mkdtemp()), annotator="bench", pause=0)
    async with app.run_test(size=(120, 40)) as pilot:
        review = await _at_rest(app, pilot.pause)
        for _ in range(TRIES):
            start = time.perf_counter()
            review.open_index((review.session.at + 37) % len(review.session.rows))
            await _until(lambda: review.run_view is not None)
            found.setdefault("open a run that was not read ahead", []).append(time.perf_counter() - start)
        for n in range(TRIES):
            await app.workers.wait_for_complete()
            start = time.perf_counter()
            app.simulate_key("8")
            await _until(lambda n=n: len(review.session.mine) > n)  # type: ignore[misc]
            found.setdefault("key to saved label", []).append(time.perf_counter() - start)
            await _until(lambda: review.run_view is not None)
            found.setdefault("key to next run open", []).append(time.perf_counter() - start)
    app = ReviewApp(StoreReviews(long), Path(tempfile.mkdtemp()), annotator="bench", pause=0)
    async with app.run_test(size=(120, 40)) as pilot:
        review = await _at_rest(app, pilot.pause)
        for index, row in enumerate(review.session.rows):
            for _ in range(TRIES):
                review._kept.clear()
                start = time.perf_counter()
                review.open_index(index)
                await _until(lambda: review.run_view is not None)
                found.setdefault(f"open {LINES:,} lines, {row.run_id}", []).append(time.perf_counter() - start)
                await app.workers.wait_for_complete()
                start = time.perf_counter()
                review.action_page_down()
                await pilot.pause()
                found.setdefault("scroll a page", []).append(time.perf_counter() - start)
            start = time.perf_counter()
            review.action_fold_all()
            found.setdefault(f"unfold all of {row.run_id}", []).append(time.perf_counter() - start)
    targets = {"open a run that was not read ahead": 0.1, "key to saved label": 0.05, "key to next run open": 0.1}
    return {name: (statistics.median(times), targets.get(name, 0.2 if "lines" in name else None)) for name, times in found.items()}


async def _at_rest(app: ReviewApp, pause: Callable[[], object]) -> ReviewScreen:
    for _ in range(3):
        await app.workers.wait_for_complete()
        await pause()  # type: ignore[misc]
    assert isinstance(app.screen, ReviewScreen)
    return app.screen


async def _until(done: Callable[[], bool]) -> None:
    while not done():
        await asyncio.sleep(0.0005)


def long_store(folder: Path) -> Path:
    """A store with runs of 100,000 lines: few long steps, and many short ones."""
    for name, steps in (("200-steps", 200), ("10000-steps", 10_000)):
        run = folder / "runs" / name
        run.mkdir(parents=True)
        (run / "run.json").write_text(json.dumps({"run_id": name, "task": "long", "task_version": "1"}))
        (run / "grader.json").write_text('{"passed": false}')
        lines = [f"line {n} " + "x" * (n % 37) + (" a longer line that is wrapped" * 9 if n % 40 == 0 else "") + ("日本語" if n % 200 == 0 else "") for n in range(LINES // steps)]
        step = json.dumps({"role": "assistant", "content": "\n".join(lines)})
        (run / "transcript.jsonl").write_text(f"{step}\n" * steps)
    ingest_and_detect([str(folder / "runs")], folder / "long.duckdb", jobs=1)
    return folder / "long.duckdb"


def main(words: list[str]) -> None:
    """Print the table."""
    if not words:
        raise SystemExit(__doc__)
    store = Path(words[0])
    long = Path(words[1]) if len(words) > 1 else long_store(Path(tempfile.mkdtemp()))
    count = len(StoreReviews(store).queue(Filters()))
    view = StoreReviews(long)
    whole = {row.run_id: view.open_run(row.run_id) for row in view.queue(Filters("all"))}
    gc.freeze()
    gc.set_threshold(*COLLECT)
    print(f"{count:,} runs in the queue; long runs: " + ", ".join(f"{name} {len(build(run, View(all_unfolded=True)).texts):,} lines" for name, run in whole.items() if run))
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; medians of {TRIES}")
    for name, (seconds, target) in {**starts(store), **asyncio.run(inside(store, long))}.items():
        print(f"{name:<44} {seconds * 1000:8.0f} ms" + (f"   target {target * 1000:.0f}" if target else ""))


if __name__ == "__main__":
    main(sys.argv[1:])
