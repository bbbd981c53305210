"""Statistics for pass rates, in one place. scipy does the work; each function names its source."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from triage.mistakes.chance import fisher_greater, wilson

__all__ = ["Band", "Interval", "bands", "fisher", "fisher_greater", "over_tasks", "pass_at_k", "pass_hat_k", "probability_higher", "wilson"]

IN, OUT = 0.8, 0.2
"""Posterior probability of the band from which a task is in it, and below which it is out."""


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
    from scipy.special import betainc

    k, n, low, high = ([c[i] for c in counts] for i in range(4))
    a, b = [x + 0.5 for x in k], [m - x + 0.5 for x, m in zip(k, n, strict=True)]
    below, under_high = betainc(a, b, low), betainc(a, b, high)
    made = []
    for under, upto, trials in zip(below.tolist(), under_high.tolist(), n, strict=True):
        inside, above = upto - under, 1 - upto
        decision = "undecided"
        if trials and inside >= IN:
            decision = "in_band"
        elif trials and inside <= OUT:
            decision = "too_easy" if above > under else "too_hard"
        made.append(Band(under, inside, above, decision))
    return made


def fisher(k1: int, n1: int, k2: int, n2: int) -> float:
    """Two-sided p of Fisher's exact test for k1/n1 against k2/n2 (R. A. Fisher 1922; scipy.stats.fisher_exact)."""
    import numpy as np
    from scipy.stats import fisher_exact

    if not n1 or not n2:
        return 1.0
    return float(fisher_exact(np.array([[k1, n1 - k1], [k2, n2 - k2]])).pvalue)


def probability_higher(k1: int, n1: int, k2: int, n2: int) -> float:
    """P(p2 > p1) for independent posteriors Beta(k + 1/2, n - k + 1/2), by quadrature over p1."""
    import numpy as np
    from scipy.stats import beta

    first, second = beta(k1 + 0.5, n1 - k1 + 0.5), beta(k2 + 0.5, n2 - k2 + 0.5)
    quantiles = (np.arange(2000) + 0.5) / 2000
    return float(np.mean(second.sf(first.ppf(quantiles))))


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
    from scipy.stats import t

    spread = math.sqrt(math.fsum((r - mean) ** 2 for r in rates) / (len(rates) - 1) / len(rates))
    half = float(t.ppf(0.975, len(rates) - 1)) * spread
    return Interval(mean, max(0.0, mean - half), min(1.0, mean + half), len(rates))
