"""Worker processes: results, a worker that dies, a coordinator that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from triage.workers import Workers


def square(n: int) -> int:
    """A number's square; 13 kills its process."""
    if n == 13:
        os._exit(9)
    return n * n


def total(batch: list[int]) -> int:
    """A sum; a batch with 13 kills its process."""
    return sum(square(n) for n in batch)


EARLY = pytest.param(True, marks=pytest.mark.skipif(sys.platform != "linux", reason="copies of a process are used on Linux alone"))


@pytest.mark.parametrize("early", [EARLY, False])
@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order_where_asked(early: bool, jobs: int) -> None:
    with Workers(jobs, early=early) as workers:
        assert list(workers.spread(square, range(10), lost=lambda n: -1, ordered=True)) == [n * n for n in range(10)]
        assert sorted(workers.spread(square, range(10), lost=lambda n: -1)) == [n * n for n in range(10)]


@pytest.mark.parametrize("early", [EARLY, False])
def test_a_worker_that_dies_costs_its_item_alone(early: bool) -> None:
    with Workers(2, early=early) as workers:
        found = list(workers.spread(square, range(30), lost=lambda n: -n))
        assert sorted(found) == sorted(-13 if n == 13 else n * n for n in range(30))
        assert list(workers.spread(square, [3], lost=lambda n: -n)) == [9]


def test_a_batch_whose_worker_dies_is_tried_in_parts() -> None:
    with Workers(2) as workers:
        found = list(workers.spread(total, [[1, 2], [3, 13, 4], [5]], lost=lambda batch: -1000, split=lambda batch: [[n] for n in batch] if len(batch) > 1 else []))
    assert sorted(found) == sorted([5, 9, 16, -1000, 25])


def test_the_end_is_quiet(tmp_path: Path) -> None:
    """What closes a pool is waited for: else the interpreter writes to pipes that are closed meanwhile, and says so."""
    script = tmp_path / "quiet.py"
    script.write_text("from triage.workers import Workers\nwith Workers(2, early=True) as workers:\n    list(workers.spread(abs, range(8), lost=abs))\n")
    for _ in range(12):
        done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("early", [True, False])
def test_workers_end_with_a_coordinator_that_is_killed(tmp_path: Path, early: bool) -> None:
    script = tmp_path / "coordinator.py"
    script.write_text(
        "import os, sys, time\nfrom triage.workers import Workers\n"
        f"workers = Workers(2, early={early})\n"
        "print(*sorted(set(workers.spread(os.getpgid, [0] * 4, lost=lambda n: n))), flush=True)\ntime.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    assert len(members(process.pid)) >= 3
    process.send_signal(signal.SIGKILL)
    process.wait()
    until = time.monotonic() + 10
    while members(process.pid) and time.monotonic() < until:
        time.sleep(0.1)
    assert not members(process.pid)


def members(session: int) -> list[str]:
    """Living processes of a session."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[3] == str(session) and fields[0] != "Z":
            found.append(stat.parent.name)
    return found
