"""Templates of failure messages: speed on one core and agreement with the known templates, by number of messages.

    python benchmarks/clustering.py MESSAGES_SCRIPT [--sizes 100000 300000 1000000]

MESSAGES_SCRIPT writes messages whose template is known: `SCRIPT OUT.json N` writes [messages, template numbers].
Agreement is the adjusted Rand index (Hubert and Arabie, Journal of Classification 2 (1985) 193). Time is CPU time of this
process, for the machine may be shared.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Hashable, Sequence
from math import comb
from pathlib import Path

from triage.mistakes.template import template_numbers


def adjusted_rand(ours: Sequence[Hashable], true: Sequence[Hashable]) -> float:
    """The adjusted Rand index of two groupings of the same things: 1 for equal ones, about 0 for unrelated ones."""
    both = sum(comb(n, 2) for n in Counter(zip(ours, true, strict=True)).values())
    rows, columns = (sum(comb(n, 2) for n in Counter(side).values()) for side in (ours, true))
    chance = rows * columns / comb(len(ours), 2)
    most = (rows + columns) / 2
    return (both - chance) / (most - chance) if most != chance else 1.0


def main() -> None:
    """Make messages, measure, print a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("script", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100_000, 300_000, 1_000_000])
    args = parser.parse_args()
    print(f"{'messages':>10} {'distinct':>9} {'CPU s':>7} {'messages/s':>11} {'templates':>9} {'adjusted Rand':>13}")
    for size in args.sizes:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "messages.json"
            subprocess.run([sys.executable, str(args.script), str(out), str(size)], check=True, stdout=subprocess.DEVNULL)
            messages, true = json.loads(out.read_bytes())
        gc.collect()
        start = time.process_time()
        ours, found = template_numbers(messages)
        took = time.process_time() - start
        print(f"{size:10} {len(set(messages)):9} {took:7.2f} {size / took:11.0f} {len(found):9} {adjusted_rand(ours, true):13.4f}", flush=True)


if __name__ == "__main__":
    main()
