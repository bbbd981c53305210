"""Suspicion: what raises it, what does not, and that it says why."""

from __future__ import annotations

import math
from typing import Any

from triage.audit.suspicion import share_alike, suspicion


def rate(passed: int, valid: int) -> dict[str, Any]:
    return {"task_id": "t", "task_version": None, "valid": valid, "passed": passed}


def finding(kind: str, severity: str = "problem", check: str | None = "c") -> dict[str, Any]:
    return {"kind": kind, "severity": severity, "status": "match", "confidence": 0.9, "check_name": check}


def test_ordinary_results_are_not_suspicious() -> None:
    assert suspicion(rate(4, 10), []).suspicion < 0.15


def test_no_pass_is_more_suspicious_than_some() -> None:
    assert suspicion(rate(0, 10), []).suspicion > suspicion(rate(2, 10), []).suspicion


def test_a_contract_finding_counts_most_and_names_its_check() -> None:
    found = suspicion(rate(4, 10), [finding("contract.undisclosed")])
    assert found.suspicion > 0.5
    assert found.reasons == ["contract.undisclosed"]
    assert found.flagged_checks == ["c"]


def test_lost_runs_count_only_as_a_problem() -> None:
    plain = suspicion(rate(4, 10), []).suspicion
    assert suspicion(rate(4, 10), [finding("grader.crashes", "suspicious")]).suspicion == plain
    assert suspicion(rate(4, 10), [finding("grader.crashes")]).suspicion > plain


def test_failures_shared_by_several_agents() -> None:
    plain = suspicion(rate(4, 10), []).suspicion
    alike = {"agents": 3, "runs": 5, "telling": 5, "failing": 7, "valid": 10, "check_name": "c"}
    assert suspicion(rate(4, 10), [], alike).suspicion > plain
    assert suspicion(rate(4, 10), [], {**alike, "agents": 1}).suspicion == plain
    assert suspicion(rate(4, 10), [], {**alike, "runs": 2, "telling": 2}).suspicion == plain
    assert suspicion(rate(4, 10), [], {**alike, "telling": 9}).suspicion == plain


def test_runs_without_a_message_fail_as_the_others_do() -> None:
    few = {"agents": 2, "runs": 4, "telling": 4, "failing": 4, "valid": 10, "check_name": "c"}
    assert share_alike({**few, "failing": 10}) == 2.5 * share_alike(few)


def test_runs_that_left_nothing_speak_less() -> None:
    def value(nowhere: int) -> float:
        return suspicion(rate(0, 10), [finding("grader.never_passes")], None, {"failed": 10, "told": 8, "nowhere": nowhere}).suspicion

    assert value(0) > value(4) > value(8) > suspicion(rate(4, 10), []).suspicion
    assert value(0) == suspicion(rate(0, 10), [finding("grader.never_passes")]).suspicion


def test_unknown_findings_and_no_runs() -> None:
    assert suspicion(rate(0, 0), [{**finding("grader.crashes"), "status": "unknown"}]).suspicion < 0.2


def test_a_crash_weighs_little_where_the_other_runs_pass():
    def added(passed: int) -> float:
        with_it, without = suspicion(rate(passed, 10), [finding("grader.crashes")]).suspicion, suspicion(rate(passed, 10), []).suspicion
        return math.log(with_it / (1 - with_it)) - math.log(without / (1 - without))

    assert added(9) < 0.3 < added(1)


def test_runs_that_only_one_check_stops():
    lone = {"runs": 4, "failed": 5, "check_name": "c"}
    plain, shown = suspicion(rate(4, 10), []), suspicion(rate(4, 10), [], lone=lone)
    assert shown.suspicion > plain.suspicion
    assert "4 of 5 failed runs fail c alone" in shown.explanation
    assert shown.flagged_checks == ["c"]
