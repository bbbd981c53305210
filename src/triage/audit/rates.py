"""Pass rates of tasks and checks with intervals, the band decision, and which check decides the score.

Valid agent runs only. Intervals: Wilson (1927), 95 %. Band: posterior Beta(k + 1/2, n - k + 1/2), the Jeffreys prior
(Brown, Cai and DasGupta 2001).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from triage.audit.stats import Band, bands, wilson

TOO_MANY_INVALID = 0.10
"""Share of runs that say nothing about the agent above which no single number is given."""
BOTTLENECK_REST = 0.9
"""A bottleneck decides alone: every other check passes at least this often."""
SECOND_MOST, SECOND_OUTSIDE = 0.7, 2
"""A second bottleneck passes at most this often and fails in at least so many runs in which the first does not."""
CORRELATED_LEAST = 3
"""Fewest failures from which on checks that always fall together are told."""


class CheckRate(NamedTuple):
    """A row of `check_rates`."""

    task_id: str
    task_version: str | None
    check_name: str
    check_group: str | None
    weight: float | None
    n: int
    passed: int
    errors: int
    pass_rate: float | None
    ci_low: float
    ci_high: float
    noop_passes: bool | None
    reference_passes: bool | None
    pass_rate_without: float | None
    role: str
    cascade_of: str | None
    same_as: str | None


Matrix = Mapping[str, Mapping[str, str]]
"""run_id -> check -> status."""


def check_rates(
    key: tuple[str, str | None], agent: Matrix, facts: Mapping[str, tuple[str | None, float | None]], reference: Matrix, noop: Matrix, band_high: float, weighted: bool
) -> list[CheckRate]:
    """Rates and roles of the checks of one task version.

    facts: check -> (group, weight). A check that a run lacks counts as not reported there, not as failed.
    """
    names = list(facts)
    fails = {c: {r for r, row in agent.items() if row.get(c) in ("failed", "error")} for c in names}
    seen = {c: sum(row.get(c) in ("passed", "failed", "error") for row in agent.values()) for c in names}
    rate = {c: 1 - len(fails[c]) / seen[c] if seen[c] else None for c in names}
    cascades = _cascades(names, fails, agent)
    roles = _roles(names, rate, fails, cascades, reference, noop, band_high)
    made = []
    for c in names:
        n, passed = seen[c], seen[c] - len(fails[c])
        low, high = wilson(passed, n)
        errors = sum(row.get(c) == "error" for row in agent.values())
        same = next(
            (o for o in names if o != c and names.index(o) < names.index(c) and len(fails[c]) >= CORRELATED_LEAST and fails[o] == fails[c] and len(fails[c]) < len(agent)), None
        )
        without = _rate_without(c, agent, facts, weighted)
        made.append(CheckRate(*key, c, *facts[c], n, passed, errors, rate[c], low, high, _passes(noop, c), _passes(reference, c), without, roles.get(c, ""), cascades.get(c), same))
    return made


def _passes(matrix: Matrix, check: str) -> bool | None:
    states = [row[check] for row in matrix.values() if check in row]
    return all(s == "passed" for s in states) if states else None


def _cascades(names: Sequence[str], fails: Mapping[str, set[str]], agent: Matrix) -> dict[str, str]:
    """Checks that only ever fail where an earlier one fails, and never where it passes: they say nothing of their own."""
    found: dict[str, str] = {}
    for position, check in enumerate(names):
        mine = fails[check]
        if not mine:
            continue
        for earlier in names[:position]:
            if earlier not in found and mine < fails[earlier] and len(mine) >= 2 and all(agent[r].get(check) in ("error", "skipped") for r in mine):
                found[check] = earlier
                break
    return found


def _roles(
    names: Sequence[str], rate: Mapping[str, float | None], fails: Mapping[str, set[str]], cascades: Mapping[str, str], reference: Matrix, noop: Matrix, band_high: float
) -> dict[str, str]:
    roles: dict[str, str] = {}
    known = [c for c in names if rate[c] is not None]
    own = [c for c in known if c not in cascades]
    lowest = min(own, key=lambda c: rate[c] or 0.0, default=None)
    for c in known:
        if _passes(reference, c) is False:
            roles[c] = "fails_reference"
        elif rate[c] == 0:
            roles[c] = "never_passes"
        elif rate[c] == 1 and _passes(noop, c):
            roles[c] = "free"
    if lowest is not None and (rate[lowest] or 0) <= band_high and len(own) > 1 and roles.get(lowest) != "fails_reference":
        others = [c for c in own if c != lowest]
        second = min((c for c in others if (rate[c] or 0) <= SECOND_MOST and len(fails[c] - fails[lowest]) >= SECOND_OUTSIDE), key=lambda c: rate[c] or 0.0, default=None)
        rest = [c for c in others if not fails[c] <= fails[lowest]]
        if second is not None:
            roles[lowest] = roles.get(lowest, "bottleneck")
            roles[second] = roles.get(second, "second_bottleneck")
        elif all((rate[c] or 0) >= BOTTLENECK_REST for c in rest):
            roles[lowest] = roles.get(lowest, "bottleneck") if rate[lowest] else roles[lowest]
    return roles


def _rate_without(check: str, agent: Matrix, facts: Mapping[str, tuple[str | None, float | None]], weighted: bool) -> float | None:
    """The task's pass rate if the check were dropped: every other check of the run passes."""
    runs = [row for row in agent.values() if row]
    if not runs:
        return None
    counted = [c for c in facts if c != check and not (weighted and facts[c][1] == 0)]
    return sum(all(row.get(c, "passed") in ("passed", "skipped") for c in counted) for row in runs) / len(runs)


def product(rates: Iterable[CheckRate]) -> float | None:
    """Product of the pass rates of the checks, those apart that only follow another: what independent checks would give."""
    total, any_ = 1.0, False
    for r in rates:
        if r.pass_rate is not None and r.cascade_of is None and r.same_as is None:
            total *= r.pass_rate
            any_ = True
    return total if any_ else None


def fill(db: Any) -> None:
    """Fill `task_rates` and `check_rates`. `db`: the store's connection, handled by triage.store.tables."""
    from triage.store import tables

    counts = tables.rows(db, "task_counts")
    by_key = {(c["task_id"], c["task_version"]): c for c in counts}
    made: list[CheckRate] = []
    products: dict[tuple[str, str | None], float | None] = {}
    for key, rows in tables.by_task(db, "FROM rated_checks", "seq"):
        matrices: dict[str, dict[str, dict[str, str]]] = {"agent": {}, "reference": {}, "noop": {}}
        facts: dict[str, tuple[str | None, float | None]] = {}
        for row in rows:
            matrices[row["kind"]].setdefault(row["run_id"], {})[row["check_name"]] = row["status"]
            facts.setdefault(row["check_name"], (row["check_group"], row["weight"]))
        if (c := by_key.get(key)) is not None:
            own = check_rates(key, matrices["agent"], facts, matrices["reference"], matrices["noop"], c["band_high"], c["scoring"] == "weighted")
            made += own
            products[key] = product(own)
    tables.put(db, "check_rates", made)
    decided = bands([(c["passed"], c["valid"], c["band_low"], c["band_high"]) for c in counts])
    tables.put(db, "task_rates", [_task_row(c, b, products.get((c["task_id"], c["task_version"]))) for c, b in zip(counts, decided, strict=True)])


def _task_row(c: Mapping[str, Any], band: Band, product_of_checks: float | None) -> tuple[Any, ...]:
    low, high = wilson(c["passed"], c["valid"])
    unknown = c["invalid"] + c["ungraded"]
    bounds = (c["passed"] / c["runs"], (c["passed"] + unknown) / c["runs"]) if c["runs"] else (None, None)
    rate = c["passed"] / c["valid"] if c["valid"] else None
    return (
        c["task_id"],
        c["task_version"],
        c["valid"],
        c["passed"],
        rate,
        low,
        high,
        *bounds,
        c["band_low"],
        c["band_high"],
        band.below,
        band.inside,
        band.above,
        band.decision,
        product_of_checks,
    )
