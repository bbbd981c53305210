"""How far the task, its prompt or its grader, not the agents, explain the failures: one number per task, with reasons.

A logistic sum of few, argued parameters, not fitted ones: a prior, how rarely valid runs pass, how alike the failures are,
and what was found, each finding weighted by its kind and its confidence. 0.5 means: as likely the task as the agents.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from typing import Any, NamedTuple

PRIOR = -2.2
"""Log odds that a task with ordinary results is defective: about one in ten, as public suites report after review."""
NEVER = 2.4
"""Added where no valid run passes, scaled by how much the runs tell: hard tasks exist, but most of those that nobody passes are broken."""
NOWHERE = 0.5
"""Share of what many failures say of the task that is taken back where all of them left nothing to judge: so hard tasks fail, and broken graders do not keep agents from delivering."""
ALIKE = 1.5
"""Added, scaled by the share of valid runs, where different agents fail one check with the same message though they delivered work: they share the task, not their mistakes."""
LONE = 1.5
"""Added, scaled by the share of failed runs, where runs that do all else are stopped by one and the same check: they show that agents are able, so the check decides."""
ALIKE_LEAST = 0.5
"""Smallest share of the valid runs that makes a shared failure the failure of the task."""
ALIKE_RUNS = 3
"""Fewest runs that make a shared failure."""

WEIGHTS: tuple[tuple[str, float], ...] = (
    ("grader.reference_fails", 3.0),
    ("grader.crashes", 2.0),
    ("contract.contradicted", 2.8),
    ("contract.undisclosed", 2.8),
    ("grader.threshold_conflict", 2.6),
    ("grader.nondeterministic", 2.4),
    ("grader.score_mismatch", 2.2),
    ("grader.noop_credit", 2.0),
    ("grader.environment_dependent", 2.0),
    ("grader.loses_results", 2.0),
    ("grader.section_missing", 1.6),
    ("grader.ground_truth_reachable", 1.8),
    ("grader.shape_only", 1.6),
    ("contract.ambiguous", 1.8),
    ("contract.inferable", 0.8),
    ("grader.never_passes", 1.0),
    ("grader.always_passes", 0.5),
    ("leak.*", 1.6),
    ("reference.hardcoded", 1.0),
    ("task.low_discrimination", 1.2),
    ("task.overfit_to_visible", 0.8),
    ("version.prompt_only_drop", 1.2),
    ("version.hardening_backfired", 0.4),
)
"""Log odds that a finding of the kind adds at confidence 1 and severity `problem`."""

LOUDNESS = {"invalid": 1.0, "problem": 1.0, "suspicious": 0.6, "note": 0.1}
LOST_RUNS = ("grader.crashes", "grader.section_missing", "grader.environment_dependent")
"""Kinds that tell of runs which were not graded in full. Those runs are already out of the count, so that only a `problem` says something about the task as such. Even that weighs only by the share of the other valid runs that fail: where those pass, the grader works."""
DIMINISH = 0.5
"""A second finding of the same kind adds half of the first, a third a quarter: they often have one cause."""


class Suspicion(NamedTuple):
    """A row of `task_suspicion`."""

    task_id: str
    """The task."""
    task_version: str | None
    """Its version."""
    suspicion: float
    """0 to 1."""
    reasons: list[str]
    """Finding kinds, the heaviest first."""
    flagged_checks: list[str]
    """Checks that findings of weight name, that several agents fail alike, or that alone stop runs which do all else; the heaviest first."""
    explanation: str
    """The summands in words."""


def weight_of(kind: str) -> float:
    """Log odds of a kind; 0 for kinds that say nothing about the task."""
    return next((w for pattern, w in WEIGHTS if fnmatch(kind, pattern)), 0.0)


def share_alike(alike: Mapping[str, Any] | None) -> float:
    """The share of valid runs that one failure accounts for, taking it that the runs without a message failed as those with one did.

    0 where one agent alone shows it, or too few runs. One failure of another kind is added to those seen: agreement of few runs says little.
    """
    if alike is None or alike["agents"] < 2 or alike["runs"] < ALIKE_RUNS or not alike["valid"]:
        return 0.0
    return float(alike["runs"] / (alike["telling"] + 1) * alike["failing"] / alike["valid"])


def delivered(failed: Mapping[str, Any] | None) -> float:
    """What remains of the word of failures, from 1 down to 1 - NOWHERE, by the share that got nowhere among those with a message and one more."""
    return 1 - NOWHERE * failed["nowhere"] / (failed["told"] + 1) if failed is not None else 1.0


class Part(NamedTuple):
    """A summand."""

    amount: float
    """Log odds."""
    told: str
    """What it counts, in words; a kind, for findings."""
    checks: Mapping[str, float] = {}
    """Checks that it speaks against, with how much."""


def suspicion(
    rate: Mapping[str, Any],
    found: Iterable[Mapping[str, Any]],
    alike: Mapping[str, Any] | None = None,
    failed: Mapping[str, Any] | None = None,
    lone: Mapping[str, Any] | None = None,
) -> Suspicion:
    """The suspicion of one task version. rate: its row of task_rates. found: its task-scope findings. alike, failed, lone: its rows of alike_failures, failed_runs and lone_failures."""
    kinds = list(_kinds(rate, found, failed))
    parts = [*_counts(rate, alike, failed, lone), *kinds]
    value = 1 / (1 + math.exp(-(PRIOR + sum(p.amount for p in parts))))
    checks: dict[str, float] = {}
    for part in parts:
        for check, amount in part.checks.items():
            checks[check] = max(checks.get(check, 0.0), amount)
    reasons = [p.told for p in sorted(kinds, key=lambda p: (p.amount, p.told), reverse=True)]
    told = "; ".join(f"{p.told} {p.amount:+.1f}" for p in sorted(parts, key=lambda p: (-abs(p.amount), p.told))[:6])
    return Suspicion(rate["task_id"], rate["task_version"], round(value, 4), reasons, sorted(checks, key=lambda c: (-checks[c], c)), f"log odds {PRIOR:+.1f}: {told}")


def _failing(rate: Mapping[str, Any]) -> float:
    """Share of valid runs that fail, half a failure added to half a pass."""
    return float((rate["valid"] - rate["passed"] + 0.5) / (rate["valid"] + 1)) if rate["valid"] else 0.5


def _counts(rate: Mapping[str, Any], alike: Mapping[str, Any] | None, failed: Mapping[str, Any] | None, lone: Mapping[str, Any] | None) -> Iterator[Part]:
    """What the failures say by their number and likeness."""
    base = NEVER * (_failing(rate) ** 2 - 0.35)
    nowhere = f", {failed['nowhere']} left nothing" if failed is not None and failed["nowhere"] else ""
    yield Part(base * delivered(failed) if base > 0 else base, f"{rate['passed']} of {rate['valid']} valid runs pass{nowhere}")
    shared = share_alike(alike)
    if alike is not None and shared >= ALIKE_LEAST:
        amount, check = ALIKE * shared, alike["check_name"]
        yield Part(amount, f"{alike['runs']} of {alike['telling']} runs, of {alike['agents']} agents, fail {check} alike", {check: amount})
    if lone is not None:
        amount, check = LONE * lone["runs"] / (lone["failed"] + 1), lone["check_name"]
        yield Part(amount, f"{lone['runs']} of {lone['failed']} failed runs fail {check} alone", {check: amount})


def _kinds(rate: Mapping[str, Any], found: Iterable[Mapping[str, Any]], failed: Mapping[str, Any] | None) -> Iterator[Part]:
    """What was found, one summand a kind."""
    by_kind: dict[str, list[tuple[float, str | None]]] = defaultdict(list)
    for f in found:
        kind, severity = f["kind"], f["severity"]
        weight = weight_of(kind) * f["confidence"] * LOUDNESS.get(severity, 0.0)
        if kind in LOST_RUNS:
            weight *= _failing(rate) if severity in ("problem", "invalid") else 0.0
        if kind == "grader.never_passes":
            weight *= delivered(failed)
        if weight > 0 and f["status"] == "match":
            by_kind[kind].append((weight, f["check_name"] if severity != "note" else None))
    for kind, weights in by_kind.items():
        ordered = sorted((w for w, _ in weights), reverse=True)[:4]
        checks: dict[str, float] = {}
        for weight, check in weights:
            if check:
                checks[check] = max(checks.get(check, 0.0), weight)
        yield Part(sum(w * DIMINISH**n for n, w in enumerate(ordered)), kind, checks)


def fill(db: Any) -> None:
    """Fill `task_suspicion` from task_rates and findings."""
    from triage.store import tables

    found: dict[tuple[str, str | None], list[dict[str, Any]]] = defaultdict(list)
    for f in tables.rows(db, "task_findings"):
        found[(f["task_id"], f["task_version"])].append(f)
    alike = {(r["task_id"], r["task_version"]): r for r in tables.rows(db, "alike_failures")}
    failed = {(r["task_id"], r["task_version"]): r for r in tables.rows(db, "failed_runs")}
    lone = {(r["task_id"], r["task_version"]): r for r in tables.rows(db, "lone_failures")}
    keyed = [((r["task_id"], r["task_version"]), r) for r in tables.rows(db, "task_rates")]
    made = [suspicion(r, found[key], alike.get(key), failed.get(key), lone.get(key)) for key, r in keyed]
    tables.put(db, "task_suspicion", made)
