"""A check that looks for a file in a folder that nobody named, while the run's own listing shows the file without that folder.

So it goes with archives: `/opt/data` may be packed as `data/x.txt` or as `opt/data/x.txt`, and only one of them passes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from triage.mistakes.chance import wilson
from triage.mistakes.facts import CheckFacts, RunFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.said import Said

_LOOKED = re.compile(r"Path\('([^'\n]+)'\)\.(?:exists|is_file|is_dir)|(?:exists|isfile|isdir) at 0x[0-9a-f]+>\('([^'\n]+)'\)")
_LISTS = re.compile(r"\btar\s+(?:-\S*t|t\S*|--list)|\btar\s[^\n|;&]*v|\bunzip\s+-\S*[lZ]|\bzipinfo\b|\b7z\S*\s+l\b|namelist|getnames|getmembers")


def looked_for(missing: str) -> str | None:
    """The path whose absence failed the check, as pytest works it out below the assertion."""
    found = _LOOKED.search(missing)
    return (found[1] or found[2]) if found else None


def shown_short(path: str, run: RunFacts) -> tuple[int | None, str, str] | None:
    """(step, the tail of `path` that the run's listing of an archive shows, the folder before it that it lacks); None where it shows none, or all of it."""
    parts = [p for p in path.split("/") if p]
    found: tuple[int | None, str, str] | None = None
    for call in run.calls:
        if parts[-1] not in call.result or not _LISTS.search(call.arguments):
            continue
        shown = {w.removeprefix("./") for w in re.findall(r"[^\s'\"]+", call.result) if w.endswith(parts[-1])}
        tails = ["/".join(parts[n:]) for n in range(1, len(parts))]
        tail = next((t for t in tails if t in shown), None)
        if tail is not None:
            found = (call.step, tail, parts[len(parts) - tail.count("/") - 2])
    return found


def misplaced(task: TaskFacts, check: CheckFacts, c: Cluster, runs: dict[str, RunFacts]) -> Said | None:
    """The two readings, where at least two runs list the file, those are half of the failures with a word, and the folder's name stands nowhere in the prompt by itself."""
    hits: list[tuple[str, int | None, str]] = []
    wanted = tail = lacks = ""
    for f in check.failures:
        place, run = looked_for(f.missing) if f.missing else None, runs.get(f.run_id)
        short = shown_short(place, run) if place and run is not None else None
        if place and short:
            wanted = place
            step, tail, lacks = short
            hits.append((f.run_id, step, tail))
    if len(hits) < 2 or 2 * len(hits) < c.telling or _told(lacks, task.prompt):
        return None
    low, high = wilson(c.failing_runs, check.n)
    text = (
        f"The check looks for {wanted}; {len(hits)} of {c.telling} failing runs that say why list {tail} in what they made, without the folder {lacks}. The prompt does not say which. "
        f"{c.failing_runs} of {check.n} valid runs fail it (95 % interval {low:.2f} to {high:.2f}). Sentence for the prompt: where in the archive {tail.rsplit('/', 1)[-1]} must stand."
    )
    return Said("contract.ambiguous", "problem", 0.75, check.check, c.cluster_id, f"{check.check} wants {tail} below {lacks}, told nowhere", text, *_evidence(hits, check.n))


def _told(folder: str, prompt: str) -> bool:
    """Whether the prompt names the folder as such, not only as part of an absolute path."""
    return re.search(rf"(?<![\w/.-]){re.escape(folder)}(?![\w-])", prompt) is not None


def _evidence(hits: Sequence[tuple[str, int | None, str]], n: int) -> tuple[tuple[str, ...], int, tuple[tuple[str | None, int | None, str, str, str | None, int | None], ...]]:
    return tuple(h[0] for h in hits), n, tuple((run, step, "tool_result", tail, None, None) for run, step, tail in hits[:10])
