"""Timings of the review screen: medians over several tries, on made-up runs.

    python benchmarks/review.py

start to first list (import, open, queue of 10,000 runs), open a run, a run of 100,000 lines, key to saved label.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "tui"))

from fake import FakeReviews, run

from triage.model import Step
from triage.tui.app import ReviewApp
from triage.tui.document import View, build
from triage.tui.screens.review import ReviewScreen
from triage.tui.widgets.line_view import LineView

TRIES = 7


def median(work: Callable[[], object]) -> float:
    """Median seconds of some tries."""
    times = []
    for _ in range(TRIES):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


async def screen(reviews: FakeReviews) -> dict[str, float]:
    """Timings inside a running app, without a terminal."""
    app = ReviewApp(reviews, Path(tempfile.mkdtemp()), annotator="bench", pause=0)
    found: dict[str, list[float]] = {"open a run": [], "key to saved label, next run open": [], "100,000 lines: show": [], "100,000 lines: a page": []}
    start = time.perf_counter()
    async with app.run_test(size=(120, 40)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        first = time.perf_counter() - start
        review = app.screen
        assert isinstance(review, ReviewScreen)
        for _ in range(TRIES):
            start = time.perf_counter()
            review.open_index(review.session.at + 50)
            while review.run_view is None:
                await asyncio.sleep(0.001)
            found["open a run"].append(time.perf_counter() - start)
        for _ in range(TRIES):
            before, start = len(review.session.mine), time.perf_counter()
            review.give("infra")
            while len(review.session.mine) == before:
                await asyncio.sleep(0.001)
            found["key to saved label, next run open"].append(time.perf_counter() - start)
        view = app.screen.query_one("#transcript", LineView)
        for _ in range(TRIES):
            start = time.perf_counter()
            view.show(LONG.texts, LONG.kinds)
            await pilot.pause()
            found["100,000 lines: show"].append(time.perf_counter() - start)
            start = time.perf_counter()
            review.action_page_down()
            await pilot.pause()
            found["100,000 lines: a page"].append(time.perf_counter() - start)
    return {"app, queue of 10,000 and first run": first, **{k: statistics.median(v) for k, v in found.items()}}


def lines(count: int) -> str:
    """Lines as logs have them: mostly short, some long, some not ASCII."""
    long = " a longer line that is wrapped" * 9
    return "\n".join(f"line {n} " + "x" * (n % 37) + (long if n % 20 == 0 else "") + ("日本語 ünïcode" if n % 50 == 0 else "") for n in range(count))


RUN = run("r1", steps=[Step("r1", n, "assistant", lines(1000)) for n in range(100)], calls=[])
LONG = build(RUN, View(all_unfolded=True))


def main() -> None:
    """Print the figures."""
    print(f"{'import':<42} {median(lambda: subprocess.run([sys.executable, '-c', 'import triage.tui.app, triage.store.reviews'], check=True)) * 1000:8.0f} ms")
    print(f"{'100,000 lines: lay out, folded':<42} {median(lambda: build(RUN)) * 1000:8.0f} ms")
    print(f"{'100,000 lines: lay out, unfolded':<42} {median(lambda: build(RUN, View(all_unfolded=True))) * 1000:8.0f} ms")
    reviews = FakeReviews([run(f"r{n}", task_id=f"task-{n // 10}", cluster=f"c{n // 5}" if n % 2 else None) for n in range(10_000)])
    for name, seconds in asyncio.run(screen(reviews)).items():
        print(f"{name:<42} {seconds * 1000:8.0f} ms")


if __name__ == "__main__":
    main()
