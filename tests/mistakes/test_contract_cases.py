"""Made-up tasks with contracts that were told and that were not (tests/cases/contracts.jsonl): what is due is said, what is no fault of the prompt is not said loudly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from triage.mistakes.run import Given, weigh

CASES = [json.loads(line) for line in (Path(__file__).parents[1] / "cases" / "contracts.jsonl").read_text(encoding="utf-8").splitlines()]


def _given(case: dict[str, Any]) -> Given:
    runs = [(f"r{n}", r["final"] or "") for n, r in enumerate(case["runs"])]
    failed = [
        {"run_id": f"r{n}", "check_name": check, "status": "failed", "message": r["fails"][check], "trace": None, "expected": None, "actual": None}
        for check in case["checks"]
        for n, r in enumerate(case["runs"])
        if check in r["fails"]
    ]
    rates = [
        {"check_name": check, "n": len(runs), "passed": sum(check not in r["fails"] for r in case["runs"]), "reference_passes": True, "noop_passes": False}
        for check in case["checks"]
    ]
    calls = {f"r{n}": [(name, given, result, step) for step, (name, given, result) in enumerate(r.get("calls", ()))] for n, r in enumerate(case["runs"])}
    return Given((case["id"], "v1"), case["prompt"], failed, rates, sorted(case["files"].items()), runs, calls, {}, case.get("others", {}))


def _said(case: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(check, kind, severity) of every assertion."""
    for row in weigh(_given(case)).judgements:
        yield row[2], row[3], row[4]


def _like(kind: str, patterns: str) -> bool:
    return any(fnmatch(kind, p) for p in patterns.split("|"))


@pytest.mark.parametrize("case", CASES, ids=[c["id"] for c in CASES])
def test_case(case: dict[str, Any]) -> None:
    said = list(_said(case))
    for check, kinds in case["due"]:
        assert any(c == check and _like(k, kinds) and severity in ("problem", "suspicious") for c, k, severity in said), (check, kinds, said)
    for check, kinds in case["quiet"]:
        wanted = "|".join(k for _, k in case["due"])
        assert not [s for s in said if s[0] == check and _like(s[1], kinds) and s[2] == "problem" and not (wanted and _like(s[1], wanted))], said
    if case.get("innocent"):
        assert not [s for s in said if s[2] == "problem"], said
