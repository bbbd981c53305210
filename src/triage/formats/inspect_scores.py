"""Scores of an Inspect sample as checks, and the run's score and verdict."""

from __future__ import annotations

from typing import Any

from triage.formats.files import dumps, number, string
from triage.model import Check, CheckStatus

_WORDS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0, "yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0, "pass": 1.0, "fail": 0.0}


def value_of(value: object) -> float | None:
    """The number that a score value stands for; None where it gives none (null, NaN, other words)."""
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        word = value.strip()
        if word in _WORDS or word.lower() in _WORDS:
            return _WORDS.get(word, _WORDS.get(word.lower()))
        try:
            return number(float(word))
        except ValueError:
            return None
    return number(value)


def scores_of(sample: dict[str, Any], run_id: str) -> tuple[list[Check], float | None, bool | None]:
    """Checks, score and verdict. A score that is an object is one check a key; the first scorer decides the verdict.

    The score of an object or list is the mean of its numbers, and it passes where every one is at least 1.
    """
    scores = sample.get("scores")
    if isinstance(scores, list):
        scores = {str(item.get("name") or f"score{index}") if isinstance(item, dict) else f"score{index}": item for index, item in enumerate(scores)}
    if not isinstance(scores, dict):
        old = sample.get("score")
        scores = {"score": old} if isinstance(old, dict) else {}
    checks: list[Check] = []
    first: list[float | None] | None = None
    for scorer, score in scores.items():
        record = score if isinstance(score, dict) and "value" in score else {"value": score}
        value = record["value"]
        if isinstance(value, dict):
            parts = {str(key): part for key, part in value.items()}
        elif isinstance(value, list):
            parts = {f"{scorer}[{index}]": part for index, part in enumerate(value)}
        else:
            parts = {scorer: value}
        single = not isinstance(value, (dict, list))
        marks = []
        for name, part in parts.items():
            mark = value_of(part)
            marks.append(mark)
            checks.append(_check(run_id, len(checks), name, None if single else scorer, mark, part, record))
        if first is None and marks:
            first = marks
    known = [mark for mark in first or [] if mark is not None]
    if first is None or not known:
        return checks, None, None
    return checks, sum(known) / len(known), all(mark >= 1.0 for mark in known)


def _check(run_id: str, seq: int, name: str, group: str | None, mark: float | None, part: object, record: dict[str, Any]) -> Check:
    status: CheckStatus = "skipped" if mark is None else "passed" if mark >= 1.0 else "failed"
    answer, metadata = record.get("answer"), record.get("metadata")
    message = string(record.get("explanation"))
    if mark is None and part is not None and message is None:
        message = f"value {string(part)}"
    trace = dumps(metadata) if isinstance(metadata, dict) and metadata else None
    return Check(run_id, seq, name, status, group, mark, message=message, trace=trace, actual=string(answer) if answer != "" else None)
