"""tau-bench results: a JSON list of `{task_id, trial, reward, info, traj}`. Model and domain stand in the file's name alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.chat_messages import Converter, Made
from triage.formats.conversation import Names, emit
from triage.formats.files import dumps, integer, number, string
from triage.formats.source import Source
from triage.model import Check, Event, Problem, Record, Run, Task

NAME = "tau_bench"
TITLE = "tau-bench results"
WHERE = "docs/formats.md#tau-bench"

_DOMAIN = re.compile(r"airline|retail|telecom")
_LIVE = re.compile(r"^(?P<strategy>tool-calling|act|react|few-shot)-(?P<model>.+?)-(?P<temperature>[\d.]+)_range_")


def recognise(source: Source) -> bool:
    """A JSON file that begins with a list of results."""
    if source.is_dir or not source.name.endswith((".json", ".json.gz")):
        return False
    head = source.head.lstrip()
    if head[:1] != b"[" or b'"task_id"' not in head[:2000]:
        return False
    return b'"reward"' in head and (b'"traj"' in head or b'"reward_info"' in head or b'"user_cost"' in head)


def read(source: Source) -> Iterator[Record]:
    """One run for each entry of the list."""
    try:
        value = files.read_json(source.path)
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    stem = source.name.removesuffix(".gz").removesuffix(".json")
    names = Names()
    for index, item in enumerate(value if isinstance(value, list) else [value]):
        if isinstance(item, dict):
            yield from _item(item, index, stem, names, source)
        else:
            yield Problem(source.display, "bad_shape", "a result that is not an object", f"[{index}]", "an object with task_id, trial, reward, info, traj", "warning")


def _item(item: dict[str, Any], index: int, stem: str, names: Names, source: Source) -> Iterator[Record]:
    info = _dict(item.get("info"))
    number_of_task = string(item.get("task_id")) or str(index)
    trial = integer(item.get("trial"))
    found = _DOMAIN.search(stem) or _DOMAIN.search(source.path.parent.name)
    domain = found[0] if found else None
    live = _LIVE.match(stem)
    model = live["model"] if live else stem.removesuffix(f"-{domain}") if domain and stem.endswith(f"-{domain}") else None
    reward = number(item.get("reward"))
    crashed = "error" in info and not item.get("traj")
    run_id = names.unique(f"{stem}/{number_of_task}/{trial if trial is not None else 0}", f"{index}")
    run = Run(
        run_id,
        f"{domain}/{number_of_task}" if domain else number_of_task,
        suite=f"tau-bench/{domain}" if domain else "tau-bench",
        model=model,
        agent=live["strategy"] if live else None,
        attempt=trial + 1 if trial is not None else None,
        score=None if crashed else reward,
        passed=None if crashed or reward is None else reward >= 1.0,
        source=source.display,
        format=NAME,
        meta=dumps({"user_cost": info["user_cost"]}) if number(info.get("user_cost")) is not None else None,
    )
    converter = Converter(run_id, None, source.display)
    made: list[Made] = []
    raw = item.get("traj")
    trajectory = raw if isinstance(raw, list) else []
    for place, message in enumerate(trajectory):
        if isinstance(message, dict) and message.get("role") == "tool" and isinstance(message.get("content"), str) and message["content"].startswith("Error: "):
            message = {**message, "is_error": True}
        made += converter.feed(message, place)
    made += converter.finish()
    task = _dict(info.get("task"))
    meta = {"user_goal": task.get("instruction"), "actions": task.get("actions"), "outputs": task.get("outputs")}
    if converter.system or task:
        yield Task(run.task_id, None, suite=run.suite, prompt=converter.system, origin="run", path=source.display, format=NAME, meta=dumps(meta))
    yield from emit(run, converter, made, [*_events(item, info, bool(trajectory)), *_checks(info)], prompt="")


def _events(item: dict[str, Any], info: dict[str, Any], talked: bool) -> list[Event]:
    events: list[Event] = []
    if info.get("error"):
        text = string(info["error"]) or ""
        named = re.match(r"([A-Za-z_][\w.]*(?:Error|Exception|Timeout)\w*)", text)
        events.append(Event("", 0, "agent", "harness_exception", named[1] if named else "error", None, text, is_terminal=True))
        if info.get("traceback"):
            events.append(Event("", 0, "agent", "harness_exception", "traceback", None, string(info["traceback"]) or "", is_terminal=True))
    elif talked and not isinstance(info.get("reward_info"), dict):
        # The environment computes its result when the conversation ends; there is none where the steps ran out.
        events.append(Event("", 0, "agent", "limit", "limit", "steps", "the conversation did not end: no reward_info", is_terminal=True))
    if item.get("reward") is not None and isinstance(info.get("reward_info"), dict):
        events.append(Event("", 0, "grader", "grader_result", "reward", (string(item["reward"]) or "")[:100], "reward"))
    return events


def _checks(info: dict[str, Any]) -> list[Check]:
    """The database comparison, and each text that the agent had to say."""
    inner = _dict(_dict(info.get("reward_info")).get("info"))
    checks: list[Check] = []
    actions, outputs = _mark(inner.get("r_actions")), inner.get("outputs")
    if actions is not None:
        checks.append(_check(len(checks), "actions: database state", actions, "actions"))
    if isinstance(outputs, dict):
        checks += [_check(i, f"output: {name}", mark, "outputs") for i, (name, said) in enumerate(outputs.items(), len(checks)) if (mark := _mark(said)) is not None]
    elif (said := _mark(inner.get("r_outputs"))) is not None:
        checks.append(_check(len(checks), "outputs", said, "outputs"))
    return checks


def _check(seq: int, name: str, mark: float, group: str) -> Check:
    return Check("", seq, name, "passed" if mark >= 1.0 else "failed", check_group=group, score=mark)


def _mark(value: object) -> float | None:
    return float(value) if isinstance(value, bool) else number(value)


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
