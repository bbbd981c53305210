"""How findings on checks are put: counts, confidence, evidence. Shared by all rules that judge mistakes."""

from __future__ import annotations

from triage.mistakes import guards
from triage.mistakes.chance import fisher_greater, wilson
from triage.mistakes.facts import CheckFacts, TaskFacts
from triage.mistakes.group import Cluster
from triage.mistakes.said import Said

LEAST = 3
"""Fewest failures alike from which on a contract is blamed."""
AGREE = 0.6
"""Share of failures that must be alike."""


def counts(check: CheckFacts, c: Cluster) -> str:
    """How many failing runs of how many valid ones show the mistake, with the interval."""
    low, high = wilson(c.failing_runs, check.n)
    mute = f" ({c.failing_runs - c.telling} more say nothing of it or left nothing to judge)" if c.telling < c.failing_runs else ""
    return f"{len(c.run_ids)} of {c.telling} failing runs{mute}, of {check.n} valid ones (share that fails: {c.failing_runs}/{check.n}, 95 % interval {low:.2f} to {high:.2f})"


def say(
    kind: str,
    severity: str,
    confidence: float,
    c: Cluster,
    check: CheckFacts,
    title: str,
    text: str,
    runs: tuple[str, ...] = (),
    places: tuple[tuple[str | None, int | None, str, str, str | None, int | None], ...] = (),
) -> Said:
    """A finding on a check, with the messages of its runs as evidence."""
    messages = {f.run_id: f.message for f in check.failures}
    if kind == "contract.contradicted":
        text += f" To repair: change the check {check.check}, or say in the prompt what it wants."
    shown = runs or c.run_ids
    quotes = tuple((r, None, "check", messages.get(r, c.signature)[:400], None, None) for r in shown[:10])
    return Said(kind, severity, round(min(0.97, max(0.05, confidence)), 2), check.check, c.cluster_id, title, text, shown, check.n, (*places, *quotes))


def strength(task: TaskFacts, check: CheckFacts, c: Cluster) -> tuple[float, str]:
    """Confidence and severity: how many, how alike, does the check stand out, could a reference pass, are the files known."""
    share = c.failing_runs / max(1, check.n)
    p = fisher_greater(c.failing_runs, check.n - c.failing_runs, check.others_failed, check.others_n - check.others_failed) if check.others_n else 1.0
    confidence = 0.55 + 0.1 * (share >= 0.5) + 0.1 * (len(c.run_ids) >= 5) + 0.1 * bool(check.reference_passes) + 0.05 * (p < 0.05) + 0.05 * task.files_known
    loud = share >= 0.5 or (p < 0.05 and len(c.run_ids) >= AGREE * c.telling)
    if not any(x.area in ("file", "output") for x in task.visible.sources):
        loud = False  # nothing is known of what the agents could read: the prompt alone convicts nobody
    return confidence if loud else confidence - 0.15, "problem" if loud else "suspicious"


def complaint(task: TaskFacts, c: Cluster) -> str:
    """A sentence on agents that call the task unclear; empty where none does."""
    said = guards.complaints([task.runs[r] for r in c.run_ids if r in task.runs])
    return f" {len(said)} of the agents say that it is open, for instance: {said[0][1][:160]!r}." if said else ""
