"""How surprising a count is: the few exact probabilities that judging mistakes needs, without a library to import."""

from __future__ import annotations

import math

Z95 = 1.959963984540054
"""97.5 % quantile of the normal distribution."""


def wilson(k: int, n: int) -> tuple[float, float]:
    """95 % score interval of k/n; (0, 1) without data. Wilson, JASA 22 (1927) 209; statsmodels: proportion_confint(method="wilson")."""
    if n <= 0:
        return 0.0, 1.0
    p, z = k / n, Z95
    centre, width = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, (centre - width) / (1 + z * z / n)), min(1.0, (centre + width) / (1 + z * z / n))


def fisher_greater(a: int, b: int, c: int, d: int) -> float:
    """One-sided exact p that the first row of [[a, b], [c, d]] has the larger share in its first column.

    Upper tail of the hypergeometric distribution (Fisher 1935); equals scipy.stats.fisher_exact(alternative="greater").
    """
    n, row, column = a + b + c + d, a + b, a + c
    ways = math.comb(n, column)
    upper = range(a, min(row, column) + 1)
    return min(1.0, sum(math.comb(row, x) * math.comb(n - row, column - x) for x in upper) / ways) if ways else 1.0


def at_least(k: int, n: int, p: float) -> float:
    """P(X >= k) for X binomial with n trials of probability p."""
    return sum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))
