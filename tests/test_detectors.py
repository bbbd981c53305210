"""Every detector has situations in which it must fire and in which it must be silent; all are tried, one of each in the default run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from triage.cases import Case, failures, read_cases
from triage.catalogue import detectors

FOLDER = Path(__file__).parent / "cases" / "detectors"
QUERIES = {q.id: q for q in detectors()}
CASES = [case for path in sorted(FOLDER.glob("*.toml")) for case in read_cases(path)]
QUICK = 1
"""Cases of each detector in which it fires, and in which it is silent, that the default run tries; the rest are slow ones."""


def params() -> Iterator[Any]:
    """All cases, those beyond the first of their detector and outcome marked as slow."""
    seen: Counter[tuple[str, bool]] = Counter()
    for c in CASES:
        seen[c.detector, c.fires] += 1
        slow = [pytest.mark.slow] if seen[c.detector, c.fires] > QUICK else []
        yield pytest.param(c, id=f"{c.detector}:{'fires' if c.fires else 'silent'}:{c.name}", marks=slow)


@pytest.mark.parametrize("case", list(params()))
def test_case(case: Case) -> None:
    assert failures(case, QUERIES[case.detector]) == []


@pytest.mark.parametrize("detector", sorted(QUERIES))
def test_has_both_kinds_of_cases(detector: str) -> None:
    mine = [c.fires for c in CASES if c.detector == detector]
    assert True in mine, f"{detector} has no case in which it fires"
    assert False in mine, f"{detector} has no case in which it is silent"


@pytest.mark.parametrize("detector", sorted(QUERIES))
def test_header_is_documentation(detector: str) -> None:
    query = QUERIES[detector]
    assert query.fields.get("severity") in {"invalid", "problem", "suspicious", "note"}
    assert 0 < float(query.fields["confidence"]) <= 1
    assert query.scope in {"run", "task"}
    assert len(query.doc) > 80
