"""All audits of a large store, and the commands that list it: a table on stdout.

    python benchmarks/audits.py CORPUS_SCRIPT [--runs 10000] [--tasks 200] [--steps 20] [--keep DIR]

CORPUS_SCRIPT writes a corpus: `SCRIPT OUT --runs N --tasks N --steps N`. Each line is a process of its own: wall and CPU
seconds (of all its cores) and its peak memory, its children's apart. With --keep the corpus and the store are kept in DIR
and used again.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

AUDIT = """
import sys
from pathlib import Path
from triage.detect import detect
from triage.store.write import Writer
writer = Writer(Path(sys.argv[1]))
done = detect(writer.db)
writer.close()
print(done.findings, 'findings', *done.errors)
"""


def timed(command: list[str]) -> tuple[float, float, float, str]:
    """Wall seconds, CPU seconds, peak memory (MB) and the last line on stdout of a command."""
    with tempfile.TemporaryFile("w+") as out:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        if os.waitstatus_to_exitcode(status) not in (0, 1, 3):
            sys.exit(f"{' '.join(command)}: exit {os.waitstatus_to_exitcode(status)}")
        out.seek(0)
        lines = out.read().splitlines() or [""]
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, lines[-1][:60]


def main() -> None:
    """Make the corpus, ingest it, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("script", type=Path)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root = args.keep or Path(scratch)
        corpus, db = root / "runs", root / "audits.duckdb"
        if not corpus.exists():
            subprocess.run([sys.executable, str(args.script), str(corpus), "--runs", str(args.runs), "--tasks", str(args.tasks), "--steps", str(args.steps)], check=True)
        triage = [sys.executable, "-m", "triage"]
        commands = {
            "ingest, audits included": [*triage, "ingest", str(corpus), "--db", str(db), "-q"],
            "unchanged folder again": [*triage, "ingest", str(corpus), "--db", str(db), "-q"],
            "all audits alone": [sys.executable, "-c", AUDIT, str(db)],
            "triage status": [*triage, "status", "--db", str(db)],
            "triage runs --format csv": [*triage, "runs", "--db", str(db), "--format", "csv"],
            "triage --help": [*triage, "--help"],
            "a bare interpreter": [sys.executable, "-c", "pass"],
        }
        print(f"{args.runs} runs of {args.tasks} tasks, {os.cpu_count()} cores")
        print(f"{'':26} {'wall s':>8} {'CPU s':>8} {'peak MB':>8}")
        for name, command in commands.items():
            wall, cpu, peak, said = timed(command)
            print(f"{name:26} {wall:8.2f} {cpu:8.2f} {peak:8.0f}  {said if name == 'all audits alone' else ''}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
