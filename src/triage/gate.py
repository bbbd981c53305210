"""The ship gate: six conditions, each pass, fail, unknown or waived; a condition without data is unknown, never pass."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from triage.audit.plan import REFERENCE_RUNS
from triage.audit.rates import TOO_MANY_INVALID
from triage.errors import UsageError

CONDITIONS = ("reference", "noop", "band", "read", "contracts", "grader")
WAIVERS = "waivers.toml"
"""File in the folder of labels: [[waiver]] task, condition, who, why, until (a date); version is optional."""


class Condition(NamedTuple):
    """One condition of the gate."""

    id: str
    """One of CONDITIONS."""
    state: str
    """`pass`, `fail`, `unknown` or `waived`."""
    detail: str
    """Why, with the counts."""
    evidence: list[Any]
    """Finding ids, run ids or checks that it rests on."""


class Gate(NamedTuple):
    """The gate's word on one task version."""

    task_id: str
    """The task."""
    task_version: str | None
    """Its version."""
    verdict: str
    """`ship`, `hold` or `undecided`."""
    conditions: list[Condition]
    """The six conditions."""


def decide(facts: Mapping[str, Any], waivers: Sequence[Mapping[str, Any]] = (), band: tuple[float, float] | None = None) -> Gate:
    """The gate of one task version. facts: its row of the query gate_facts. band: overrides the task's own."""
    found = facts["findings"] or []
    conditions = [_reference(facts), _noop(facts), _band(facts, band), _read(facts["failures"] or []), _contracts(found, facts), _grader(found, facts)]
    conditions = [_waived(c, facts, waivers) for c in conditions]
    states = {c.state for c in conditions}
    verdict = "hold" if "fail" in states else "undecided" if "unknown" in states else "ship"
    return Gate(facts["task_id"], facts["task_version"], verdict, conditions)


def _reference(facts: Mapping[str, Any]) -> Condition:
    n, passed = facts["reference_runs"], facts["reference_passed"]
    detail = f"{passed} of {n} valid reference runs score full; {REFERENCE_RUNS} are wanted"
    failing = [f["finding_id"] for f in facts["findings"] or [] if f["kind"] == "grader.reference_fails" and f["severity"] == "problem"]
    if n > passed or failing:  # a grader that dies on the reference makes its run invalid, and the task fails all the same
        return Condition("reference", "fail", detail, failing)
    return Condition("reference", "pass" if n >= REFERENCE_RUNS else "unknown", detail, [])


def _noop(facts: Mapping[str, Any]) -> Condition:
    checks = facts["noop_checks"] or []
    unnamed = [c["check"] for c in checks if not c["reason"]]
    if not facts["noop_runs"]:
        return Condition("noop", "unknown", "there is no do-nothing run", [])
    if not facts["noop_score"]:
        return Condition("noop", "pass", f"{facts['noop_runs']} do-nothing runs score 0", [])
    if checks and not unnamed:
        return Condition("noop", "pass", f"scores {facts['noop_score']:g}; each point has a named reason", [c["check"] for c in checks])
    return Condition(
        "noop",
        "fail",
        f"the do-nothing run scores {facts['noop_score']:g}" + (f"; without a named reason: {', '.join(unnamed)}" if unnamed else " and no check tells why"),
        unnamed,
    )


def _band(facts: Mapping[str, Any], band: tuple[float, float] | None) -> Condition:
    from triage.audit.stats import bands

    low, high = band or (facts["band_low"], facts["band_high"])
    decided = bands([(facts["passed"], facts["valid"], low, high)])[0]
    told = "" if band or facts.get("band_declared", True) else " (the usual one: the task declares none)"
    detail = f"{facts['passed']} of {facts['valid']} valid runs pass; band {low:.0%} to {high:.0%}{told}; P(in the band) = {decided.inside:.2f}"
    if not facts["valid"]:
        return Condition("band", "unknown", "no valid agent run", [])
    if facts["runs"] and facts["invalid"] > TOO_MANY_INVALID * facts["runs"]:
        detail += f"; {facts['invalid']} of {facts['runs']} runs are invalid"
    state = {"in_band": "pass", "undecided": "unknown"}.get(decided.decision, "fail")
    return Condition("band", state, f"{detail}: {decided.decision}", [])


def _read(failures: Sequence[Mapping[str, Any]]) -> Condition:
    labelled = [f for f in failures if f["verdict"] and not f["stale"]]
    others = [f for f in labelled if f["verdict"] != "intended"]
    unread = [f["run_id"] for f in failures if not f["verdict"] or f["stale"]]
    inherited = sum(f["origin"] == "inherited" for f in labelled)
    detail = f"{len(labelled)} of {len(failures)} failing valid runs are labelled" + (f", {inherited} of them by inheritance" if inherited else "")
    if others:
        said: dict[str, int] = {}
        for f in others:
            said[f["verdict"]] = said.get(f["verdict"], 0) + 1
        return Condition("read", "fail", f"{detail}; not for the intended reason: {', '.join(f'{n} {v}' for v, n in sorted(said.items()))}", [f["run_id"] for f in others])
    if unread:
        return Condition("read", "unknown", detail, unread)
    return Condition("read", "pass", detail if failures else "no valid run fails", [])


def _contracts(found: Sequence[Mapping[str, Any]], facts: Mapping[str, Any]) -> Condition:
    open_ = [f for f in found if f["kind"] in ("contract.undisclosed", "contract.contradicted") and f["severity"] in ("problem", "suspicious")]
    if open_:
        return Condition("contracts", "fail", "; ".join(f"{f['kind']}" + (f" ({f['check']})" if f["check"] else "") for f in open_), [f["finding_id"] for f in open_])
    if not facts["valid"]:
        return Condition("contracts", "unknown", "no valid agent run to judge by", [])
    return Condition("contracts", "pass", "no open contract finding", [])


def _grader(found: Sequence[Mapping[str, Any]], facts: Mapping[str, Any]) -> Condition:
    # the reference and the no-op have conditions of their own
    open_ = [f for f in found if f["kind"].startswith("grader.") and f["severity"] == "problem" and f["kind"] not in ("grader.reference_fails", "grader.noop_credit")]
    if open_:
        return Condition("grader", "fail", "; ".join(f"{f['kind']}" + (f" ({f['check']})" if f["check"] else "") for f in open_), [f["finding_id"] for f in open_])
    if not facts["valid"] and not facts["reference_runs"]:
        return Condition("grader", "unknown", "no valid run to judge by", [])
    return Condition("grader", "pass", "no open grader problem", [])


def _waived(condition: Condition, facts: Mapping[str, Any], waivers: Sequence[Mapping[str, Any]]) -> Condition:
    if condition.state == "pass":
        return condition
    for w in waivers:
        if w["task"] == facts["task_id"] and w["condition"] == condition.id and w.get("version") in (None, facts["task_version"]) and w["until"] >= date.today():
            return Condition(condition.id, "waived", f"waived by {w['who']} until {w['until']}: {w['why']} (was {condition.state}: {condition.detail})", condition.evidence)
    return condition


def read_waivers(folder: Path) -> list[dict[str, Any]]:
    """The waivers in the folder of labels. Raises UsageError where one lacks who, why or until: nothing is waived in silence."""
    path = folder / WAIVERS
    if not path.is_file():
        return []
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"not valid TOML: {error}", where=str(path), hint='[[waiver]] task = "...", condition = "band", who = "...", why = "...", until = 2026-12-31') from error
    waivers = raw.get("waiver", [])
    for number, w in enumerate(waivers if isinstance(waivers, list) else [waivers], 1):
        lacking = [k for k in ("task", "condition", "who", "why", "until") if not isinstance(w, dict) or not w.get(k)]
        if lacking:
            raise UsageError(f"waiver {number} has no {', '.join(lacking)}", where=str(path), hint="task, condition, who, why and until are all needed")
        if w["condition"] not in CONDITIONS:
            raise UsageError(f"waiver {number}: there is no condition {w['condition']!r}", where=str(path), hint=f"one of {', '.join(CONDITIONS)}")
        if not isinstance(w["until"], date):
            raise UsageError(f"waiver {number}: until is no date", where=str(path), hint="until = 2026-12-31, without quotes")
    return list(waivers)
