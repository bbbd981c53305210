"""Statistics for pass rates, in one place; each function names its source.

scipy does the work where there is much of it, and then scipy.special alone: scipy.stats takes a second to load. What
every ingest needs is computed here: a few values of one function, for which loading scipy would take longer than the rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from triage.mistakes.chance import fisher_greater, wilson

__all__ = ["Band", "Interval", "bands", "fisher", "fisher_greater", "over_tasks", "pass_at_k", "pass_hat_k", "probability_higher", "wilson"]

IN, OUT = 0.8, 0.2
"""Posterior probability of the band from which a task is in it, and below which it is out."""

TERMS, EPSILON = 10_000, 1e-15
"""Most terms of a continued fraction (about the square root of the number of runs is needed), and the change at which it ends."""


class Band(NamedTuple):
    """Where the true pass rate lies, by the posterior."""

    below: float
    """P(rate < low)."""
    inside: float
    """P(low <= rate <= high)."""
    above: float
    """P(rate > high)."""
    decision: str
    """`in_band`, `too_hard`, `too_easy` or `undecided`."""


def bands(counts: Sequence[tuple[int, int, float, float]]) -> list[Band]:
    """The band decision of each (passed, n, low, high)."""
    if not counts:
        return []
    made = []
    for k, trials, low, high in counts:
        a, b = k + 0.5, trials - k + 0.5
        under, upto = beta_below(a, b, low), beta_below(a, b, high)
        inside, above = upto - under, 1 - upto
        decision = "undecided"
        if trials and inside >= IN:
            decision = "in_band"
        elif trials and inside <= OUT:
            decision = "too_easy" if above > under else "too_hard"
        made.append(Band(under, inside, above, decision))
    return made


def beta_below(a: float, b: float, x: float) -> float:
    """P(X <= x) for X ~ Beta(a, b), a and b above 0: the regularised incomplete beta function, as scipy.special.betainc.

    The continued fraction DLMF 8.17.22 by Lentz's method (Thompson and Barnett 1986), on the side of the mean where it is quick.
    """
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_below(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, TERMS):
        for term in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            c, d = 1 + term / c, 1 / (1 + term * d)
            fraction *= c * d
        if abs(c * d - 1) < EPSILON:
            break
    return min(1.0, front * fraction)


def fisher(k1: int, n1: int, k2: int, n2: int) -> float:
    """Two-sided p of Fisher's exact test for k1/n1 against k2/n2: all tables that are no more likely (R. A. Fisher 1922; as scipy.stats.fisher_exact)."""
    if not n1 or not n2:
        return 1.0
    k, least = k1 + k2, max(0, k1 + k2 - n2)
    ways = [math.comb(n1, least) * math.comb(n2, k - least)]
    for x in range(least, min(k, n1)):  # each from the one before: exact, and quick for thousands of runs
        ways.append(ways[-1] * (n1 - x) * (k - x) // ((x + 1) * (n2 - k + x + 1)))
    own = ways[k1 - least]
    return min(1.0, sum(w for w in ways if w <= own) / sum(ways))


def probability_higher(k1: int, n1: int, k2: int, n2: int) -> float:
    """P(p2 > p1) for independent posteriors Beta(k + 1/2, n - k + 1/2), by quadrature over p1."""
    import numpy as np
    from scipy.special import betainc, betaincinv

    quantiles = (np.arange(2000) + 0.5) / 2000
    return float(np.mean(1 - betainc(k2 + 0.5, n2 - k2 + 0.5, betaincinv(k1 + 0.5, n1 - k1 + 0.5, quantiles))))


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
    from scipy.special import stdtrit

    spread = math.sqrt(math.fsum((r - mean) ** 2 for r in rates) / (len(rates) - 1) / len(rates))
    half = float(stdtrit(len(rates) - 1, 0.975)) * spread
    return Interval(mean, max(0.0, mean - half), min(1.0, mean + half), len(rates))
