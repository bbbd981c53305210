"""The statistics that triage computes itself equal those of scipy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from scipy.special import betainc

from triage.audit.stats import beta_below, fisher, over_tasks, probability_higher

counts = st.integers(0, 100_000)


@given(k=counts, rest=counts, x=st.floats(0, 1))
def test_the_posterior_below_a_rate(k: int, rest: int, x: float) -> None:
    assert beta_below(k + 0.5, rest + 0.5, x) == pytest.approx(float(betainc(k + 0.5, rest + 0.5, x)), rel=1e-7, abs=1e-9)


@pytest.mark.parametrize(("a", "b"), [(0.5, 0.5), (0.5, 1e6 + 0.5), (1e6 + 0.5, 0.5), (5e5, 5e5)])
@pytest.mark.parametrize("x", [0.0, 1e-300, 1e-9, 0.1, 0.4, 0.5, 0.6, 1 - 1e-12, 1.0])
def test_the_posterior_at_its_ends(a: float, b: float, x: float) -> None:
    assert beta_below(a, b, x) == pytest.approx(float(betainc(a, b, x)), rel=1e-6, abs=1e-9)


@given(n1=st.integers(1, 60), n2=st.integers(1, 60), data=st.data())
def test_fishers_exact_test(n1: int, n2: int, data: st.DataObject) -> None:
    k1, k2 = data.draw(st.integers(0, n1)), data.draw(st.integers(0, n2))
    assert fisher(k1, n1, k2, n2) == pytest.approx(float(scipy_stats.fisher_exact(np.array([[k1, n1 - k1], [k2, n2 - k2]])).pvalue), rel=1e-6)


def test_an_unknown_rate_tells_nothing() -> None:
    assert fisher(0, 0, 3, 5) == 1.0
    assert probability_higher(0, 0, 0, 0) == pytest.approx(0.5, abs=1e-6)


def test_the_higher_rate_against_sampling() -> None:
    generator = np.random.default_rng(0)
    first, second = generator.beta(3.5, 5.5, 200_000), generator.beta(6.5, 4.5, 200_000)
    assert probability_higher(3, 8, 6, 10) == pytest.approx(float(np.mean(second > first)), abs=0.005)


def test_the_interval_of_a_mean_over_tasks() -> None:
    rates = [0.1, 0.4, 0.35, 0.8, 0.0]
    low, high = scipy_stats.t.interval(0.95, 4, loc=np.mean(rates), scale=scipy_stats.sem(rates))
    found = over_tasks(rates)
    assert found is not None
    assert math.isclose(found.low, max(0.0, low))
    assert math.isclose(found.high, high)
