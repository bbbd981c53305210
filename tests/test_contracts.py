"""The output contracts: every field that scripts may rely on is there, with its type and its words."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from triage.pipeline import ingest_and_detect

SAMPLES = Path(__file__).parents[1] / "sample_transcripts"
TEXT, NUMBER, WHOLE, YES, LIST, MAP = (str,), (int, float), (int,), (bool,), (list,), (dict,)
NONE = (type(None),)

RUNS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("run_id", "task_id", "kind", "verdict", "source"), TEXT),
    **dict.fromkeys(("task_version", "suite", "model", "agent", "invalid_kind", "exit_status", "started_at", "host"), TEXT + NONE),
    **dict.fromkeys(("steps", "tool_calls", "checks_passed", "checks_failed", "checks_total"), WHOLE),
    **dict.fromkeys(("attempt", "tokens_in", "tokens_out"), WHOLE + NONE),
    **dict.fromkeys(("score", "duration_s", "cost_usd"), NUMBER + NONE),
    "passed": YES + NONE,
    "truncated": YES,
    "labels": LIST,
    "clusters": LIST,
}
TASKS: dict[str, tuple[type, ...]] = {
    "task_id": TEXT,
    **dict.fromkeys(("task_version", "suite"), TEXT + NONE),
    **dict.fromkeys(("runs", "valid", "invalid", "passed", "labelled", "unread"), WHOLE),
    **dict.fromkeys(("pass_rate", "ci_low", "ci_high", "bound_low", "bound_high", "discrimination"), NUMBER + NONE),
    "suspicion": NUMBER,
    "reasons": LIST,
    "flagged_checks": LIST,
}
FINDINGS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("finding_id", "scope", "kind", "severity", "status", "title", "explanation", "detector", "detector_version"), TEXT),
    **dict.fromkeys(("task_id", "task_version", "run_id", "check"), TEXT + NONE),
    "confidence": NUMBER,
    "runs_affected": WHOLE + NONE,
    "runs_total": WHOLE + NONE,
    "evidence": LIST,
}
CLUSTERS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("cluster_id", "task_id", "signature", "disclosure", "representative"), TEXT),
    **dict.fromkeys(("task_version", "check", "wrong_value", "expected_value"), TEXT + NONE),
    "runs_affected": WHOLE,
    "failing_runs": WHOLE,
    "agreement": NUMBER + NONE,
    "tokens": LIST,
    "run_ids": LIST,
}
GATE: dict[str, tuple[type, ...]] = {"task_id": TEXT, "task_version": TEXT + NONE, "verdict": TEXT, "conditions": LIST}
CHECKS: dict[str, tuple[type, ...]] = {
    "check": TEXT,
    "group": TEXT + NONE,
    "weight": NUMBER + NONE,
    "status_by_run": MAP,
    "role": TEXT,
    **dict.fromkeys(("pass_rate", "ci_low", "ci_high", "pass_rate_without"), NUMBER + NONE),
    **dict.fromkeys(("noop_passes", "reference_passes"), YES + NONE),
}
WORDS = {
    "runs": {"kind": {"agent", "reference", "noop"}, "verdict": {"passed", "failed", "invalid", "ungraded"}},
    "findings": {"scope": {"run", "task"}, "severity": {"invalid", "problem", "suspicious", "note"}, "status": {"match", "unknown"}},
    "clusters": {"disclosure": {"disclosed", "derivable", "undisclosed", "contradicted", "unknown"}},
    "gate --all": {"verdict": {"ship", "hold", "undecided"}},
    "checks alert-routing": {"role": {"bottleneck", "second_bottleneck", "free", "never_passes", "fails_reference", ""}},
}
CONTRACTS = {"runs": RUNS, "tasks": TASKS, "findings": FINDINGS, "clusters": CLUSTERS, "gate --all": GATE, "checks alert-routing": CHECKS}


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    db = tmp_path_factory.mktemp("contracts") / "s.duckdb"
    ingest_and_detect([str(SAMPLES)], db, jobs=1)
    command = [sys.executable, "-m", "triage"]
    return {words: json.loads(subprocess.run([*command, *words.split(), "--db", str(db), "--format", "json"], capture_output=True, check=False).stdout) for words in CONTRACTS}


@pytest.mark.parametrize("words", CONTRACTS)
def test_fields_types_and_words(words: str, rows: dict[str, list[dict[str, Any]]]) -> None:
    assert rows[words]
    for row in rows[words]:
        for field, types in CONTRACTS[words].items():
            assert field in row, field
            assert type(row[field]) in types, (field, row[field])
        for field, allowed in WORDS.get(words, {}).items():
            assert row[field] in allowed, (field, row[field])


def test_what_is_inside_lists(rows: dict[str, list[dict[str, Any]]]) -> None:
    for finding in rows["findings"]:
        assert 0 <= finding["confidence"] <= 1
        assert (finding["run_id"] is None) == (finding["scope"] == "task")
        for place in finding["evidence"]:
            assert {"run_id", "step", "channel", "quote", "file", "line"} <= place.keys()
    for cluster in rows["clusters"]:
        assert cluster["representative"] in cluster["run_ids"]
        for token in cluster["tokens"]:
            assert {"token", "enforced_by", "found_in"} <= token.keys()
    for gate in rows["gate --all"]:
        assert [c["id"] for c in gate["conditions"]] == ["reference", "noop", "band", "read", "contracts", "grader"]
        for condition in gate["conditions"]:
            assert {"id", "state", "detail", "evidence"} <= condition.keys()
            assert condition["state"] in {"pass", "fail", "unknown", "waived"}
    for task in rows["tasks"]:
        assert 0 <= task["suspicion"] <= 1
        assert task["valid"] + task["invalid"] <= task["runs"]
