"""Every detector has situations in which it must fire and in which it must be silent; all are tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from triage.cases import Case, failures, read_cases
from triage.catalogue import detectors

FOLDER = Path(__file__).parent / "cases" / "detectors"
QUERIES = {q.id: q for q in detectors()}
CASES = [case for path in sorted(FOLDER.glob("*.toml")) for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[f"{c.detector}:{'fires' if c.fires else 'silent'}:{c.name}" for c in CASES])
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
