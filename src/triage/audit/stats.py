"""Statistics for pass rates. scipy and statsmodels do the work; each function names its source."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from triage.mistakes.chance import fisher_greater, wilson

__all__ = [
    "Band",
    "Interval",
    "band",
    "better",
    "fisher",
    "fisher_greater",
    "holm",
    "item_rest",
    "over_tasks",
    "pass_at_k",
    "pass_hat_k",
    "pass_rate_without",
    "product_of_rates",
    "runs_needed",
    "wilson",
]

SHIP, OUT = 0.8, 0.2
"""Posterior probability of the band at which it is decided."""


class Band(NamedTuple):
    """Where the pass rate lies relative to the band."""

    below: float
    """Posterior probability that the rate is below the band."""
    inside: float
    """That it is inside."""
    above: float
    """That it is above."""
    decision: str
    """`in_band`, `too_hard`, `too_easy` or `undecided`."""


def band(k: int, n: int, low: float, high: float) -> Band:
    """Position against the band by the Jeffreys posterior Beta(k + 1/2, n - k + 1/2).

    In at P >= 0.8, out at P <= 0.2, else undecided. Brown, Cai and DasGupta, Statistical Science 16 (2001) 101.
    """
    from scipy.stats import beta

    posterior = beta(k + 0.5, n - k + 0.5)
    below, upto = float(posterior.cdf(low)), float(posterior.cdf(high))
    inside, above = upto - below, 1 - upto
    decision = "undecided"
    if n and inside >= SHIP:
        decision = "in_band"
    elif n and inside <= OUT:
        decision = "too_hard" if below >= above else "too_easy"
    return Band(below, inside, above, decision)


def runs_needed(k: int, n: int, low: float, high: float, most: int = 200) -> int | None:
    """Further runs after which the band would be decided, if they passed at the posterior's mean rate; None beyond `most`.

    The plug-in rule of sequential planning: the expected data are put into `band`.
    """
    rate = (k + 0.5) / (n + 1)
    for more in range(most + 1):
        if band(round(k + rate * more), n + more, low, high).decision != "undecided":
            return more
    return None


def fisher(a: int, b: int, c: int, d: int) -> float:
    """Two-sided exact p of the table [[a, b], [c, d]]. Fisher 1935; scipy.stats.fisher_exact."""
    import numpy as np
    from scipy.stats import fisher_exact

    return float(fisher_exact(np.array([[a, b], [c, d]])).pvalue)


def better(k1: int, n1: int, k2: int, n2: int) -> float:
    """P(p2 > p1) for independent Jeffreys posteriors, by numerical integration. Gelman et al., Bayesian Data Analysis, ch. 2 and 5."""
    import numpy as np
    from scipy.stats import beta

    grid = (np.arange(4000) + 0.5) / 4000
    first = beta(k1 + 0.5, n1 - k1 + 0.5)
    below = first.cdf(np.concatenate(([0.0], (np.arange(4000) + 1) / 4000)))
    return float(np.sum(np.diff(below) * beta(k2 + 0.5, n2 - k2 + 0.5).sf(grid)))


def holm(p: Sequence[float]) -> list[float]:
    """Adjusted p values that keep the familywise error. Holm, Scandinavian Journal of Statistics 6 (1979) 65."""
    if not p:
        return []
    from statsmodels.stats.multitest import multipletests

    return [float(x) for x in multipletests(list(p), method="holm")[1]]


def pass_at_k(n: int, k_passed: int, k: int) -> float | None:
    """Unbiased probability that one of k runs passes: 1 - C(n-c, k)/C(n, k). Chen et al. 2021 (arXiv 2107.03374). None for k > n."""
    if not 1 <= k <= n:
        return None
    return 1.0 - math.comb(n - k_passed, k) / math.comb(n, k)


def pass_hat_k(n: int, k_passed: int, k: int) -> float | None:
    """Unbiased probability that all of k runs pass: C(c, k)/C(n, k). Yao et al. 2024, tau-bench (arXiv 2406.12045). None for k > n."""
    if not 1 <= k <= n:
        return None
    return math.comb(k_passed, k) / math.comb(n, k)


def product_of_rates(rates: Sequence[float]) -> float | None:
    """The pass rate if the checks failed independently of each other: the product of their rates."""
    return math.prod(rates) if rates else None


def pass_rate_without(matrix: Mapping[str, Mapping[str, bool]], check: str) -> float | None:
    """Share of runs that would pass if the check were dropped. matrix: run -> check -> passed."""
    rows = [row for row in matrix.values() if row]
    if not rows:
        return None
    return sum(all(ok for name, ok in row.items() if name != check) for row in rows) / len(rows)


class Interval(NamedTuple):
    """A mean with its 95 % interval."""

    mean: float
    """The mean."""
    low: float
    """Lower end."""
    high: float
    """Upper end."""
    n: int
    """How many tasks."""


def over_tasks(rates: Sequence[float]) -> Interval | None:
    """Mean of the tasks' own rates, with a t interval over tasks: runs of one task are not independent.

    Miller, "Adding Error Bars to Evals" (2024, arXiv 2411.00640), clustered standard errors with equal weights.
    """
    if not rates:
        return None
    mean = math.fsum(rates) / len(rates)
    if len(rates) == 1:
        return Interval(mean, 0.0, 1.0, 1)
    from scipy.stats import t

    spread = math.sqrt(math.fsum((r - mean) ** 2 for r in rates) / (len(rates) - 1) / len(rates))
    half = float(t.ppf(0.975, len(rates) - 1)) * spread
    return Interval(mean, max(0.0, mean - half), min(1.0, mean + half), len(rates))


def item_rest(results: Mapping[str, Mapping[str, float]]) -> dict[str, float | None]:
    """For each task, the correlation of its results with the models' mean over the other tasks.

    results: task -> model -> rate. Null where fewer than three models ran it or nothing varies. Classical item analysis:
    the corrected item-total correlation, Henrysson, Psychometrika 28 (1963) 211.
    """
    totals: dict[str, list[float]] = {}
    for row in results.values():
        for model, rate in row.items():
            totals.setdefault(model, []).append(rate)
    found: dict[str, float | None] = {}
    for task, row in results.items():
        pairs = [(rate, (math.fsum(totals[m]) - rate) / (len(totals[m]) - 1)) for m, rate in row.items() if len(totals[m]) > 1]
        found[task] = _pearson(pairs)
    return found


def _pearson(pairs: Sequence[tuple[float, float]]) -> float | None:
    if len(pairs) < 3:
        return None
    mx, my = (math.fsum(p[i] for p in pairs) / len(pairs) for i in (0, 1))
    sxx, syy = math.fsum((x - mx) ** 2 for x, _ in pairs), math.fsum((y - my) ** 2 for _, y in pairs)
    if sxx < 1e-12 or syy < 1e-12:
        return None
    return math.fsum((x - mx) * (y - my) for x, y in pairs) / math.sqrt(sxx * syy)
