"""Detectors against labels: how often a finding is what a reader says, and how much of what readers say is found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from triage.labels.exchange import split_of
from triage.model import Label

EXPECTED: tuple[tuple[str, str], ...] = (
    ("contract.undisclosed", "undisclosed_contract"),
    ("contract.ambiguous", "ambiguous_prompt"),
    ("contract.contradicted", "ambiguous_prompt"),
    ("cheat.*", "cheated"),
    ("agent.gave_up", "gave_up"),
    ("agent.no_attempt", "gave_up"),
    ("provider.*", "infra"),
    ("model_io.*", "infra"),
    ("agent_setup.*", "infra"),
    ("sandbox.*", "infra"),
    ("task_env.*", "infra"),
    ("record.*", "infra"),
)
"""Finding kind -> the verdict that a reader gives where the finding is right. Kinds that say no such thing are left out."""

NO_VERDICT = ("unclear",)
"""Labels that decide nothing: left out of the counts."""


class Said(NamedTuple):
    """A finding about a run, as far as evaluation needs it."""

    run_id: str
    kind: str
    severity: str
    scope: str


class Score(NamedTuple):
    """One finding kind, or all kinds of one verdict, against labels."""

    kind: str
    """The finding kind; `*` for all kinds that stand for the verdict."""
    verdict: str
    """The label that a right finding goes with."""
    split: str
    """`tune`, `eval` or `all`."""
    labelled: int
    """Labelled runs of the split."""
    found: int
    """Of those, runs with the finding."""
    right: int
    """Of those, runs with the label."""
    wanted: int
    """Labelled runs with the label."""
    precision: float | None
    """right / found."""
    precision_low: float | None
    """Lower end of its Wilson 95 % interval."""
    precision_high: float | None
    recall: float | None
    """right / wanted."""
    recall_low: float | None
    recall_high: float | None
    wrong_runs: list[str]
    """Runs with the finding and another label."""
    missed_runs: list[str]
    """Runs with the label and without the finding."""


def expected_verdict(kind: str, severity: str, scope: str) -> str | None:
    """The label that goes with a finding that is right, or None where it says nothing about a verdict."""
    if scope == "run" and severity == "invalid":
        return "infra"
    if kind.startswith("grader."):
        return "grader_bug" if scope == "task" and severity == "problem" else None
    if severity != "invalid" and kind.split(".")[0] in ("provider", "model_io", "agent_setup", "sandbox", "task_env", "record"):
        return None  # noted, and not said to have decided the run
    return next((verdict for pattern, verdict in EXPECTED if fnmatchcase(kind, pattern)), None)


def evaluate(labels: Iterable[Label], said: Iterable[Said], *, eval_share: float = 0.5) -> list[Score]:
    """Score each finding kind, and the kinds of each verdict together, in each split (by the digest of the task id).

    Of several labels of a run the majority counts, ties count for none. Inherited labels are left out.
    """
    truth, split = _truth(labels, eval_share)
    by_kind: dict[tuple[str, str], set[str]] = {}
    for one in said:
        verdict = expected_verdict(one.kind, one.severity, one.scope)
        if verdict:
            by_kind.setdefault((one.kind, verdict), set()).add(one.run_id)
            by_kind.setdefault(("*", verdict), set()).add(one.run_id)
    for verdict in set(truth.values()):
        if verdict in {v for _, v in EXPECTED} | {"grader_bug"}:
            by_kind.setdefault(("*", verdict), set())
    scores = []
    for (kind, verdict), runs in sorted(by_kind.items(), key=lambda item: (item[0][1], item[0][0] != "*", item[0][0])):
        for name in ("all", "tune", "eval"):
            part = {run: v for run, v in truth.items() if name in ("all", split[run])}
            scores.append(_score(kind, verdict, name, part, runs))
    return scores


def _truth(labels: Iterable[Label], eval_share: float) -> tuple[dict[str, str], dict[str, str]]:
    votes: dict[str, dict[str, int]] = {}
    split: dict[str, str] = {}
    for label in labels:
        if label.origin != "inherited" and label.verdict not in NO_VERDICT:
            counts = votes.setdefault(label.run_id, {})
            counts[label.verdict] = counts.get(label.verdict, 0) + 1
            split[label.run_id] = split_of(label.task_id or label.run_id, eval_share)
    truth = {}
    for run, counts in votes.items():
        best = max(counts.values())
        winners = [v for v, n in counts.items() if n == best]
        if len(winners) == 1:
            truth[run] = winners[0]
    return truth, split


def _score(kind: str, verdict: str, split: str, truth: Mapping[str, str], runs: set[str]) -> Score:
    found = {run for run in runs if run in truth}
    wanted = {run for run, v in truth.items() if v == verdict}
    right = len(found & wanted)
    precision, recall = _rate(right, len(found)), _rate(right, len(wanted))
    return Score(kind, verdict, split, len(truth), len(found), right, len(wanted), *precision, *recall, sorted(found - wanted), sorted(wanted - found))


def _rate(k: int, n: int) -> tuple[float | None, float | None, float | None]:
    """k / n with its Wilson interval."""
    if not n:
        return None, None, None
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(k, n, method="wilson")
    return k / n, float(low), float(high)
