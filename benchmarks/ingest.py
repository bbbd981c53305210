"""Ingest beside what people would use instead: a table on stdout.

    python benchmarks/ingest.py CORPUS_SCRIPT [--runs 2000] [--keep DIR] [--inspect-python PYTHON]

CORPUS_SCRIPT writes a corpus: `SCRIPT OUT --runs N --layout harbor|claude|inspect`. Peers: orjson.loads of the same bytes
in one process (an upper bound for anything that parses), and inspect_ai's messages_df(parallel=2) on the Inspect logs,
run with --inspect-python (a Python that has inspect-ai). Every figure is the median of --repeat runs of a whole process.

messages_df takes its messages from the model events of a sample, and fails with KeyError: 'message_id' on logs without
any. The corpus has none: it is rewritten by inspect_ai itself with one model event a turn, as Inspect writes its logs,
and both read that. triage's side is the whole `triage ingest`: store and detectors too; messages_df makes a data frame.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

LAYOUTS = ("harbor", "claude", "inspect")

ORJSON = """
import sys, time, orjson, pathlib
start = time.perf_counter()
for p in pathlib.Path(sys.argv[1]).rglob('*'):
    if p.suffix == '.jsonl':
        for line in p.read_bytes().splitlines():
            orjson.loads(line)
    elif p.suffix == '.json':
        orjson.loads(p.read_bytes())
print(time.perf_counter() - start)
"""

WITH_EVENTS = """
import sys, pathlib
from inspect_ai.event import ModelEvent
from inspect_ai.log import read_eval_log, write_eval_log
from inspect_ai.model import ChatCompletionChoice, GenerateConfig, ModelOutput
source, out = map(pathlib.Path, sys.argv[1:])
out.mkdir()
for path in sorted(source.glob('*.eval')):
    log = read_eval_log(str(path))
    for sample in log.samples:
        sample.events = [
            ModelEvent(
                model=log.eval.model, input=sample.messages[:turn], tools=[], tool_choice='auto', config=GenerateConfig(),
                output=ModelOutput(model=log.eval.model, choices=[ChatCompletionChoice(message=message, stop_reason='stop')]),
            )
            for turn, message in enumerate(sample.messages) if message.role == 'assistant'
        ]
    write_eval_log(log, str(out / path.name))
"""

MESSAGES_DF = """
import sys, time
from inspect_ai.analysis import messages_df
if __name__ == '__main__':
    start = time.perf_counter()
    frame = messages_df(sys.argv[1], parallel=2, quiet=True)
    print(time.perf_counter() - start)
"""


class Timed(NamedTuple):
    """What a whole process took."""

    wall: float
    """Seconds."""
    cpu: float
    """Seconds of all its cores, its children's included where it waited for them."""
    peak: float
    """Peak memory of the process itself, MB."""
    workers: float
    """Largest memory of a process that it started, as sampled, MB."""
    out: str
    """Its stdout."""


def timed(command: list[str]) -> Timed:
    """Run a command and measure it."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=err, start_new_session=True)
        seen: list[float] = [0.0]
        done = threading.Event()
        watch = threading.Thread(target=_watch, args=(process.pid, seen, done))
        watch.start()
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        done.set()
        watch.join()
        if os.waitstatus_to_exitcode(status) not in (0, 3):
            err.seek(0)
            sys.exit(f"{' '.join(command)}: exit {os.waitstatus_to_exitcode(status)}\n{err.read()[-2000:]}")
        out.seek(0)
        return Timed(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, max(seen), out.read())


def _watch(group: int, seen: list[float], done: threading.Event) -> None:
    """Note the memory of the other processes of a group (Linux only; elsewhere nothing is seen)."""
    while not done.wait(0.1):
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[2] == str(group) and stat.parent.name != str(group):
                seen.append(int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1024**2)


def size_of(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())


def median(values: list[float]) -> float:
    """The median."""
    return statistics.median(values)


def measure(folder: Path, triage: list[str], work: Path, repeat: int) -> dict[str, float]:
    """Seconds for a first ingest and for one of the unchanged folder, memory of the first (MB), bytes of the store."""
    first, again, size = [], [], 0
    for n in range(repeat):
        db = work / f"bench-{n}.duckdb"
        first.append(timed([*triage, "ingest", str(folder), "--db", str(db), "-q"]))
        again.append(timed([*triage, "ingest", str(folder), "--db", str(db), "-q"]))
        size = db.stat().st_size
        db.unlink()
    return {
        "first": median([t.wall for t in first]),
        "cpu": median([t.cpu for t in first]),
        "again": median([t.wall for t in again]),
        "peak": max(t.peak for t in first),
        "workers": max(t.workers for t in first),
        "store": size,
    }


def main() -> None:
    """Make the corpora, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("script", type=Path)
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--inspect-python")
    args = parser.parse_args()
    triage = [sys.executable, "-m", "triage"]
    with tempfile.TemporaryDirectory() as scratch:
        root = args.keep or Path(scratch)
        print(f"{args.runs} runs a layout, median of {args.repeat}, {os.cpu_count()} cores")
        print(f"{'layout':8} {'input MB':>9} {'first s':>8} {'MB/s':>7} {'again s':>8} {'x faster':>8} {'CPU s':>7} {'peak MB':>8} {'worker MB':>9} {'store/input':>11}   peer")
        for layout in LAYOUTS:
            folder = root / layout
            python = args.inspect_python if layout == "inspect" else sys.executable
            if python is None:
                print(f"{layout:8} left out: --inspect-python names no Python with inspect-ai")
                continue
            if not folder.exists():
                subprocess.run([python, str(args.script), str(folder), "--runs", str(args.runs), "--layout", layout], check=True)
            if layout == "inspect":
                plain, folder = folder, root / "inspect-events"
                if not folder.exists():
                    subprocess.run([python, "-c", WITH_EVENTS, str(plain), str(folder)], check=True)
            size = size_of(folder)
            m = measure(folder, triage, Path(scratch), args.repeat)
            if layout == "inspect":
                peer = median([float(timed([python, "-c", MESSAGES_DF, str(folder)]).out.split()[-1]) for _ in range(args.repeat)])
                note = f"messages_df(parallel=2) {peer:.1f} s without its imports: triage, detectors and store included, is {peer / m['first']:.1f} x as fast"
            else:
                peer = median([float(timed([sys.executable, "-c", ORJSON, str(folder)]).out) for _ in range(args.repeat)])
                note = f"orjson.loads {peer:.1f} s = {size / 1e6 / peer:.0f} MB/s: triage reaches {peer / m['first']:.2f} x"
            print(
                f"{layout:8} {size / 1e6:9.1f} {m['first']:8.2f} {size / 1e6 / m['first']:7.1f} {m['again']:8.2f} {m['first'] / m['again']:8.1f} {m['cpu']:7.2f} {m['peak']:8.0f} {m['workers']:9.0f} {m['store'] / size:11.3f}   {note}"
            )


if __name__ == "__main__":
    main()
