"""Compare what triage says of the cases with what they expect.

A flag is a short name of KINDS, or `kind:GLOB|GLOB`, `verdict:NAME`, `gate:VERDICT` (its target is then a condition of the gate).
"""

from __future__ import annotations

from collections import defaultdict
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

Json = dict[str, Any]
KINDS = {
    "undisclosed_contract": "contract.undisclosed|contract.inferable",
    "prompt_ambiguity": "contract.ambiguous|contract.contradicted",
    "grader_bug": "grader.reference_fails|grader.never_passes|grader.crashes|grader.nondeterministic|grader.score_mismatch|grader.threshold_conflict|grader.section_missing|grader.loses_results"
    "|grader.environment_dependent|contract.contradicted",
    "reference_fails": "grader.reference_fails",
    "noop_credit": "grader.noop_credit",
    "noop_named": "grader.noop_credit",
    "weak_check": "grader.shape_only|grader.always_passes|grader.noop_credit|grader.ground_truth_reachable",
    "score_inconsistent": "grader.score_mismatch",
    "grader_flaky": "grader.nondeterministic|grader.environment_dependent",
    "reward_hack": "cheat.*",
    "leak": "leak.*|grader.ground_truth_reachable",
    "miscalibrated_hard": "calibration.too_hard",
    "miscalibrated_easy": "calibration.too_easy",
    "second_bottleneck": "calibration.second_bottleneck",
    "bottleneck": "calibration.bottleneck",
    "prompt_only_regression": "version.prompt_only_drop",
}
STATE = {"hold": "fail", "undecided": "unknown", "ship": "pass"}
WHOLE_TASK = ("grader.crashes", "grader.score_mismatch", "grader.environment_dependent", "grader.section_missing", "grader.loses_results", "cheat.*", "leak.*")
SOFT = ("calibration.*", "version.*", "agent.*", "task.*", "reference.*")
BLAME = ("contract.*", "grader.*", "cheat.*", "leak.*")


class Result(NamedTuple):
    """What came out."""

    cases: int
    expected: int
    named: int
    missed: list[str]
    alarms: list[str]
    extras: list[str]


def _like(kind: str, patterns: tuple[str, ...] | list[str]) -> bool:
    return any(fnmatchcase(kind, p) for p in patterns)


def _kinds(flag: str) -> list[str]:
    return (flag[5:] if flag.startswith("kind:") else KINDS.get(flag, "")).split("|")


class Said(NamedTuple):
    """What triage says of one case."""

    findings: list[Json]
    verdicts: dict[str, str]
    gate: Json


def _hit(case: Json, flag: str, target: str, said: Said, loud: bool) -> bool:
    if flag.startswith("verdict:"):
        return said.verdicts.get(target, "") in flag[8:].split("|")
    if flag == "infra_failure":
        return said.verdicts.get(target) in ("invalid", "ungraded")
    if flag.startswith("gate:"):
        state = {c["id"]: c["state"] for c in said.gate["conditions"]}.get(target)
        return state == "pass" if flag == "gate:pass" else bool(said.gate["verdict"] == flag[5:] and state == STATE[flag[5:]])
    checks, runs = {c["id"] for c in case["recon"]["checks"]}, {r["run_id"] for r in case["recon"]["runs"]}
    for f in said.findings:
        heard = f["severity"] in ("invalid", "problem") or (not loud and (f["severity"] == "suspicious" or _like(f["kind"], SOFT) or flag == "noop_named"))
        if not heard or f["status"] != "match" or not _like(f["kind"], _kinds(flag)):
            continue
        if target in checks and f["check"] != target and not (f["check"] is None and _like(f["kind"], WHOLE_TASK + SOFT)):
            continue
        if target not in runs or f["run_id"] == f"{case['id']}/{target}":
            return True
    return False


def score(cases: list[Json], findings: list[Json], runs: list[Json], gates: list[Json]) -> Result:
    """Expected flags that are missed, named false alarms that are raised, and loud kinds that nobody named."""
    of_task: dict[str, list[Json]] = defaultdict(list)
    for f in findings:
        of_task[f["task_id"]].append(f)
    verdicts = {r["run_id"]: r["verdict"] for r in runs}
    gate_of = {g["task_id"]: g for g in gates}
    missed, alarms, extras = [], [], []
    for case in cases:
        own = {r["run_id"]: verdicts.get(f"{case['id']}/{r['run_id']}", "") for r in case["recon"]["runs"]}
        said = Said(of_task[case["id"]], own, gate_of.get(case["id"], {"conditions": [], "verdict": ""}))
        loud = {f["kind"] for f in said.findings if f["scope"] == "task" and f["severity"] == "problem" and f["status"] == "match" and _like(f["kind"], BLAME)}
        wanted = [k for e in case["expected_flags"] for k in _kinds(e["flag"])]
        extras += [f"{case['id']}: {kind}" for kind in sorted(loud) if not _like(kind, wanted)]
        for e in case["expected_flags"]:
            quiet = e["flag"] in ("none", "legit_difficulty", "version_confounded")
            ok = (
                (not loud if e["target"] == "task" else not _hit(case, "undisclosed_contract", e["target"], said, True))
                if quiet
                else _hit(case, e["flag"], e["target"], said, False)
            )
            missed += [] if ok else [f"{case['id']}: {e['flag']} of {e['target']}"]
        alarms += [f"{case['id']}: {e['flag']} of {e['target']}" for e in case["false_alarms"] if _hit(case, e["flag"], e["target"], said, True)]
    return Result(len(cases), sum(len(c["expected_flags"]) for c in cases), sum(len(c["false_alarms"]) for c in cases), missed, alarms, extras)
