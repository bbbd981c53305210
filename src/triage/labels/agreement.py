"""How far annotators agree: raw agreement, Cohen's kappa with a bootstrap interval, Krippendorff's alpha, the confusion table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from triage.model import Label

DRAWS = 2000
"""Bootstrap samples of runs."""
LEAST_FOR_INTERVAL = 10
"""Common runs below which a bootstrap says nothing: its samples are the same few runs."""


class PairAgreement(NamedTuple):
    """Two annotators over the runs that both labelled."""

    first: str
    second: str
    runs: int
    """Runs that both labelled."""
    agreed: int
    """Runs with the same verdict."""
    raw: float | None
    """agreed / runs; null without common runs."""
    kappa: float | None
    """Cohen's kappa; null where it is not defined (both gave one verdict only, or no common run)."""
    kappa_low: float | None
    """Lower end of its 95 % bootstrap interval, over runs."""
    kappa_high: float | None
    """Upper end."""
    confusion: dict[str, dict[str, int]]
    """confusion[first's verdict][second's verdict]: runs. Kappa alone misleads where one verdict dominates."""


class Agreement(NamedTuple):
    """All annotators."""

    annotators: list[str]
    runs: int
    """Runs that at least two annotators labelled."""
    alpha: float | None
    """Krippendorff's alpha for nominal data over those runs; null where only one verdict occurs."""
    pairs: list[PairAgreement]
    """Every pair with at least one common run, most common runs first."""
    disputed: list[tuple[str, dict[str, str]]]
    """Runs on which annotators differ, with what each said: what to talk about."""


def agreement(labels: Iterable[Label], *, blind_only: bool = False, seed: int = 0) -> Agreement:
    """Agreement of current labels. Inherited ones are left out: nobody read those runs. blind_only: only blind labels."""
    table: dict[str, dict[str, str]] = {}
    for label in labels:
        if label.origin != "inherited" and (label.blind or not blind_only):
            table.setdefault(label.run_id, {})[label.annotator] = label.verdict
    shared = {run: said for run, said in sorted(table.items()) if len(said) > 1}
    who = sorted({name for said in table.values() for name in said})
    pairs = [p for a, b in combinations(who, 2) if (p := _pair(a, b, shared, seed)).runs]
    disputed = [(run, said) for run, said in shared.items() if len(set(said.values())) > 1]
    return Agreement(who, len(shared), alpha(shared.values()), sorted(pairs, key=lambda p: -p.runs), disputed)


def _pair(first: str, second: str, table: Mapping[str, Mapping[str, str]], seed: int) -> PairAgreement:
    both = [(said[first], said[second]) for said in table.values() if first in said and second in said]
    confusion: dict[str, dict[str, int]] = {}
    for (a, b), n in sorted(Counter(both).items()):
        confusion.setdefault(a, {})[b] = n
    agreed = sum(a == b for a, b in both)
    kappa, low, high = _kappa(both, seed)
    return PairAgreement(first, second, len(both), agreed, agreed / len(both) if both else None, kappa, low, high, confusion)


def _kappa(both: list[tuple[str, str]], seed: int) -> tuple[float | None, float | None, float | None]:
    """Cohen's kappa of the pairs and its percentile interval; samples in which it is not defined are left out."""
    import numpy as np
    from statsmodels.stats.inter_rater import cohens_kappa

    names = sorted({v for pair in both for v in pair})
    if len(names) < 2:
        return None, None, None
    place = {name: i for i, name in enumerate(names)}
    cells = np.array([place[a] * len(names) + place[b] for a, b in both])

    def table(sample: np.ndarray) -> np.ndarray:
        return np.bincount(sample, minlength=len(names) ** 2).reshape(len(names), len(names))

    def kappas(counts: np.ndarray) -> np.ndarray:
        share = counts / counts.sum(axis=(-2, -1), keepdims=True)
        seen = np.trace(share, axis1=-2, axis2=-1)
        chance = (share.sum(axis=-1) * share.sum(axis=-2)).sum(axis=-1)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(chance < 1, (seen - chance) / (1 - chance), np.nan)

    whole = float(cohens_kappa(table(cells), return_results=False))
    if len(cells) < LEAST_FOR_INTERVAL:
        return whole, None, None
    draws = np.random.default_rng(seed).integers(0, len(cells), (DRAWS, len(cells)))
    values = kappas(np.stack([table(cells[d]) for d in draws]))
    values = values[~np.isnan(values)]
    if not len(values) or np.isnan(whole):
        return None if np.isnan(whole) else whole, None, None
    low, high = np.percentile(values, [2.5, 97.5])
    return whole, float(low), float(high)


def alpha(units: Iterable[Mapping[str, str]]) -> float | None:
    """Krippendorff's alpha for nominal data; annotators may be missing from units.

    K. Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), section C: 1 - (n-1) (n - sum o_cc) / (n^2 - sum n_c^2),
    with o_cc from the coincidence matrix, in which a unit of m values weighs 1 / (m - 1).
    """
    total, same, counts = 0, 0.0, Counter[str]()
    for unit in units:
        values = Counter(unit.values())
        m = sum(values.values())
        if m < 2:
            continue
        total += m
        counts += values
        same += sum(n * (n - 1) for n in values.values()) / (m - 1)
    spread = total * total - sum(n * n for n in counts.values())
    return 1 - (total - 1) * (total - same) / spread if spread else None
