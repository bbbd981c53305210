"""How many more runs, of which kind, would decide a task, and what they would cost.

First a small baseline; more agent runs only where reference and no-op look healthy. The number of agent runs is the
smallest total at which the band decision is expected: at the present pass rate, P(in band) by the Jeffreys posterior
reaches 0.8 or falls to 0.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from triage.audit.stats import IN, OUT, bands

REFERENCE_RUNS = 3
"""Fresh reference runs that must have scored full."""
BASELINE = 5
"""Agent runs before anything is said about the band."""
MOST = 200
"""Total of agent runs beyond which a rate on the band's edge is called undecidable in practice."""


class Wanted(NamedTuple):
    """Runs of one kind that are wanted."""

    kind: str
    """`reference`, `noop` or `agent`."""
    runs: int
    """How many more."""
    why: str
    """The reason."""
    cost_usd: float | None
    """Expected cost, from what past runs of the task cost; None where that is not recorded."""
    hours: float | None
    """Expected wall time of all of them one after the other."""


def plan(facts: Mapping[str, Any]) -> list[Wanted]:
    """The runs wanted for one task version, in the order to make them; empty where all is decided. facts: its row of task_counts."""
    wanted: list[Wanted] = []
    healthy = True
    if facts["reference_runs"] > facts["reference_passed"]:
        healthy = False
        wanted.append(
            Wanted(
                "reference",
                REFERENCE_RUNS,
                f"{facts['reference_runs'] - facts['reference_passed']} of {facts['reference_runs']} reference runs fail: mend check or reference, then {REFERENCE_RUNS} fresh ones",
                0.0,
                None,
            )
        )
    elif facts["reference_runs"] < REFERENCE_RUNS:
        wanted.append(Wanted("reference", REFERENCE_RUNS - facts["reference_runs"], f"{facts['reference_runs']} of {REFERENCE_RUNS} fresh reference runs", 0.0, None))
    if not facts["noop_runs"]:
        wanted.append(Wanted("noop", 1, "no do-nothing run yet", 0.0, None))
    elif facts["noop_score"]:
        healthy = False
        wanted.append(Wanted("noop", 1, f"the do-nothing run scores {facts['noop_score']:g}: mend the checks or name the reasons, then one more", 0.0, None))
    if facts["valid"] < BASELINE:
        wanted.append(_agent(facts, BASELINE - facts["valid"], f"baseline of {BASELINE} valid runs"))
    elif healthy:
        total = runs_to_decide(facts["passed"], facts["valid"], facts["band_low"], facts["band_high"])
        if total is None:
            wanted.append(
                _agent(
                    facts,
                    MOST - facts["valid"],
                    f"the rate {facts['passed']}/{facts['valid']} lies on the band's edge: not even {MOST} runs are expected to decide; move the band or the task",
                )
            )
        elif total > facts["valid"]:
            wanted.append(_agent(facts, total - facts["valid"], f"{total} valid runs are expected to decide the band at the present rate of {facts['passed']}/{facts['valid']}"))
    else:
        wanted.append(Wanted("agent", 0, "no more agent runs before reference and no-op are healthy", 0.0, None))
    return wanted


def _agent(facts: Mapping[str, Any], runs: int, why: str) -> Wanted:
    invalid = facts["invalid"] / facts["runs"] if facts["runs"] else 0.0
    more = max(0, round(runs / max(0.2, 1 - invalid)))
    if more > runs:
        why += f"; {more - runs} more because {invalid:.0%} of the runs are invalid"
    cost, seconds = facts["mean_cost"], facts["mean_duration"]
    return Wanted("agent", more, why, None if cost is None else round(cost * more, 2), None if seconds is None else round(seconds * more / 3600, 2))


def runs_to_decide(passed: int, n: int, low: float, high: float) -> int | None:
    """The smallest total >= n at which the expected count decides the band; n itself where it is decided; None beyond MOST."""
    rate = (passed + 0.5) / (n + 1)
    totals = range(n, MOST + 1)
    decided = bands([(passed if m == n else round(rate * m), m, low, high) for m in totals])
    return next((m for m, b in zip(totals, decided, strict=True) if b.inside >= IN or b.inside <= OUT), None)
