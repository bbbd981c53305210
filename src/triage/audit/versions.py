"""Two versions of a task side by side: what changed, what it did to the score, and whether that can be told at this n.

Pass rates: Fisher's exact test, two-sided, and P(p2 > p1) under independent Jeffreys posteriors. Versions are never pooled.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from triage.audit.stats import fisher, probability_higher

ALPHA = 0.05
"""Fisher's p below which two pass rates are called different."""


class Change(NamedTuple):
    """What changed between two versions, and what followed."""

    task_id: str
    """The task."""
    old: str | None
    """The earlier version."""
    new: str | None
    """The later version."""
    passed_old: int
    """Valid agent runs that passed."""
    valid_old: int
    """Valid agent runs."""
    passed_new: int
    """Valid agent runs that passed."""
    valid_new: int
    """Valid agent runs."""
    fisher_p: float
    """Two-sided p of Fisher's exact test."""
    p_new_higher: float
    """P(p_new > p_old)."""
    changed: list[str]
    """What differs: `prompt`, `grader`, `environment`, `checks`, `model`, `agent`; `grader?` where no grader files are known."""
    prompt_diff: list[str]
    """Unified diff of the prompts, without its two head lines."""
    removed: list[str]
    """Lines that the new prompt lacks."""
    verdict: str
    """One sentence."""


def compare(old: Mapping[str, Any], new: Mapping[str, Any]) -> Change:
    """Compare two rows of the query version_facts."""
    counts = (old["passed"], old["valid"], new["passed"], new["valid"])
    p, higher = fisher(*counts), probability_higher(*counts)
    changed = _changed(old, new)
    diff = list(difflib.unified_diff((old["prompt"] or "").splitlines(), (new["prompt"] or "").splitlines(), lineterm="", n=2))[2:]
    removed = [line[1:].strip() for line in diff if line.startswith("-") and line[1:].strip()]
    return Change(old["task_id"], old["task_version"], new["task_version"], *counts, p, higher, changed, diff, removed, _verdict(counts, p, higher, changed))


def _changed(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    changed = ["prompt"] if (old["prompt"] or "").split() != (new["prompt"] or "").split() else []
    for part in ("grader", "environment"):
        if old[f"{part}_digest"] is None and new[f"{part}_digest"] is None:
            changed += ["grader?"] if part == "grader" else []
        elif old[f"{part}_digest"] != new[f"{part}_digest"]:
            changed.append(part)
    if old["check_names"] and new["check_names"] and old["check_names"] != new["check_names"]:
        changed.append("checks")
    changed += [what for what, column in (("model", "models"), ("agent", "agents")) if set(old[column] or ()) != set(new[column] or ())]
    return changed


def _verdict(counts: tuple[int, int, int, int], p: float, higher: float, changed: Sequence[str]) -> str:
    k1, n1, k2, n2 = counts
    if not n1 or not n2:
        return "one of the versions has no valid agent run"
    rates = f"{k1}/{n1} -> {k2}/{n2}"
    if "model" in changed or "agent" in changed:
        return f"{rates}: the {'model' if 'model' in changed else 'agent'} changed too, so the versions can't be compared"
    if p >= ALPHA:
        return f"{rates}: not distinguishable at this n (Fisher p = {p:.2f}, P(new > old) = {higher:.2f})"
    what = [c for c in changed if c != "grader?"]
    return (
        f"{rates}: the pass rate {'rose' if higher > 0.5 else 'fell'} (Fisher p = {p:.3f}, P(new > old) = {higher:.3f}); changed: {', '.join(what) or 'nothing that is recorded'}"
    )


def fill(db: Any) -> None:
    """Fill `version_changes`: each version of a task against the one before it, in the order of their first runs."""
    from itertools import pairwise

    from triage.store import tables

    facts = tables.rows(db, "version_facts", {"task": None})
    made = []
    for old, new in pairwise(facts):
        if old["task_id"] == new["task_id"]:
            c = compare(old, new)
            hints = (old["hint_level"], new["hint_level"])
            made.append((*c[:9], c.changed, "\n".join(c.prompt_diff), c.removed, c.verdict, *hints))
    tables.put(db, "version_changes", made)
