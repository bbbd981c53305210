"""Reward files: reward.txt, reward.json, and rewardkit's reward-details.json with criteria and weights."""

from __future__ import annotations

from typing import Any, NamedTuple

from triage.errors import BadInput
from triage.formats.files import decode, loads, number, string
from triage.formats.graders import GraderReport
from triage.model import Check, Event

NAME = "reward_files"
TITLE = "reward.txt, reward.json, reward-details.json"


class Reward(NamedTuple):
    """What a reward file says."""

    score: float | None
    """The reward; of several components the one called `reward`, `score` or `total`, else their mean."""
    report: GraderReport
    """Components as checks where there are several, and events."""


def recognise(name: str, head: bytes) -> bool:
    """By its name."""
    return name in ("reward.txt", "reward.json", "reward-details.json")


def read(data: bytes) -> GraderReport:
    """Components or criteria as checks."""
    return read_reward(data, "reward").report


def read_reward(data: bytes, file: str) -> Reward:
    """Score, checks and events of a reward file."""
    text = decode(data).strip()
    if not text:
        return Reward(None, GraderReport([], None, [_event("error", "empty_reward", f"{file} is empty", file)], [f"{file} is empty"]))
    try:
        value = loads(text)
    except BadInput as error:
        return Reward(None, GraderReport([], None, [_event("error", "bad_reward", text[:500], file)], [f"{file}: {error.what}"]))
    if isinstance(value, dict):
        return _details(value, file) if any(isinstance(part, (dict, list)) for part in value.values()) else rewards(value, file)
    score = number(value)
    if score is None:
        return Reward(None, GraderReport([], None, [_event("error", "bad_reward", text[:500], file)], [f"{file} holds no number"]))
    return Reward(score, GraderReport([], None, [_event("reward", text[:50], file, file)]))


def rewards(values: dict[str, Any], file: str) -> Reward:
    """Named rewards: one is the score; several are checks beside it."""
    marks = {name: mark for name, value in values.items() if (mark := number(value)) is not None}
    odd = [f"{file}: {name} is no number" for name in values if name not in marks]
    if not marks:
        return Reward(None, GraderReport([], None, [_event("error", "bad_reward", file, file)] if values else [], odd))
    main = next((marks[name] for name in ("reward", "score", "total", "final") if name in marks), sum(marks.values()) / len(marks))
    rest = [name for name in marks if name not in ("reward", "score", "total", "final")] if len(marks) > 1 else []
    checks = [Check("", seq, name, _status(marks[name]), "reward", marks[name], file=file) for seq, name in enumerate(rest)]
    return Reward(main, GraderReport(checks, None, [_event("reward", repr(main), file, file)], odd))


def _details(value: dict[str, Any], file: str) -> Reward:
    checks: list[Check] = []
    problems: list[str] = []
    scores = []
    for component, part in value.items():
        for one in part if isinstance(part, list) else [part]:
            if not isinstance(one, dict):
                problems.append(f"{file}: {component} is no object")
                continue
            if (score := number(one.get("score"))) is not None:
                scores.append(score)
            criteria = one.get("criteria")
            if not isinstance(criteria, list) or not criteria:
                checks.append(Check("", len(checks), component, _status(score), component, score, message=string(one.get("judge_output")), file=file))
                continue
            checks += [_criterion(item, component, len(checks) + n, file) for n, item in enumerate(criteria) if isinstance(item, dict)]
    return Reward(sum(scores) / len(scores) if scores else None, GraderReport(checks, None, [], problems))


def _criterion(item: dict[str, Any], component: str, seq: int, file: str) -> Check:
    score = number(item.get("value"))
    if isinstance(item.get("value"), bool):
        score = float(item["value"])
    name = string(item.get("name")) or string(item.get("id")) or string(item.get("description")) or f"{component}-{seq}"
    error = string(item.get("error"))
    message = error or string(item.get("reasoning")) or string(item.get("description"))
    return Check("", seq, name, "error" if error else _status(score), component, score, number(item.get("weight")), message, actual=string(item.get("raw")), file=file)


def _status(score: float | None) -> str:
    return "error" if score is None else "passed" if score >= 1.0 else "failed"


def _event(kind: str, code: str | None, text: str, file: str) -> Event:
    return Event("", 0, "grader", "grader_result", kind, code, text, is_terminal=True, file=file)
