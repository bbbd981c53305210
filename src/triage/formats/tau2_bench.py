"""tau2-bench results: one file `{timestamp, info, tasks, simulations}`, or a folder with results.json and simulations/*.json.

The agent's prompt is the domain's policy; the user's scenario is what a simulated user was told and goes to the task's
meta. Tool calls of the simulated user are named `user.<tool>`: they are not the agent's.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.chat_messages import Converter, Made
from triage.formats.conversation import Names, emit
from triage.formats.files import dumps, integer, number, string
from triage.formats.kinds import run_kind
from triage.formats.source import Source
from triage.formats.tau2_checks import checks_of
from triage.formats.tb1_facts import stamp
from triage.model import Event, Problem, Record, Run, Task

NAME = "tau2_bench"
TITLE = "tau2-bench results"
WHERE = "docs/formats.md#tau2-bench"

_LIMITS = {"max_steps": "steps", "timeout": "time", "context_window_exceeded": "context", "too_many_errors": "custom"}
_SIMULATION_KEYS = frozenset(
    {"id", "task_id", "timestamp", "start_time", "end_time", "duration", "termination_reason", "agent_cost", "user_cost", "reward_info", "messages", "trial", "seed"}
    | {"ticks", "mode", "review", "user_only_review", "hallucination_check", "info", "policy", "effect_timeline", "speech_environment", "auth_classification"}
)


def recognise(source: Source) -> bool:
    """A results file, or one simulation in a folder `simulations`."""
    if source.is_dir or not source.name.endswith((".json", ".json.gz")):
        return False
    head = source.head.lstrip()
    if head[:1] != b"{":
        return False
    if source.path.parent.name == "simulations" and b'"termination_reason"' in head and b'"task_id"' in head:
        return True
    return b'"info"' in head[:4096] and ((b'"user_info"' in head and b'"agent_info"' in head) or (b'"environment_info"' in head and b'"num_trials"' in head))


def read(source: Source) -> Iterator[Record]:
    """The simulations of the file."""
    try:
        root = files.read_json(source.path)
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    if not isinstance(root, dict):
        yield Problem(source.display, "bad_shape", "the results are not an object", None, "info, tasks and simulations")
        return
    names = Names()
    if "simulations" not in root and ("messages" in root or "termination_reason" in root):
        yield from _simulation(root, _shared(stamp(source.path.parent.parent / "results.json")), names, source)
        return
    info = _dict(root.get("info"))
    yield from _tasks(root, info, source)
    simulations = root.get("simulations")
    for index, simulation in enumerate(simulations if isinstance(simulations, list) else ()):
        if isinstance(simulation, dict):
            yield from _simulation(simulation, info, names, source)
        else:
            yield Problem(source.display, "bad_shape", "a simulation that is not an object", f"simulations[{index}]", "an object", "warning")


@lru_cache(maxsize=8)
def _shared(key: tuple[str, int, int] | None) -> dict[str, Any]:
    """`info` of the results.json above a simulation's file."""
    if key is None:
        return {}
    try:
        root = files.read_json(Path(key[0]))
    except BadInput:
        return {}
    return _dict(root.get("info")) if isinstance(root, dict) else {}


def _domain(info: dict[str, Any]) -> str | None:
    return string(_dict(info.get("environment_info")).get("domain_name"))


def _task_id(value: object, domain: str | None) -> str:
    name = string(value) or "unknown"
    return f"{domain}/{name}" if domain else name


def _suite(domain: str | None) -> str:
    return f"tau2-bench/{domain}" if domain else "tau2-bench"


def _tasks(root: dict[str, Any], info: dict[str, Any], source: Source) -> Iterator[Task]:
    domain, policy = _domain(info), string(_dict(info.get("environment_info")).get("policy"))
    tasks = root.get("tasks")
    for task in tasks if isinstance(tasks, list) else ():
        if isinstance(task, dict):
            meta = {key: task[key] for key in ("description", "user_scenario", "ticket", "evaluation_criteria") if task.get(key) is not None}
            yield Task(
                _task_id(task.get("id"), domain), None, suite=_suite(domain), prompt=policy, origin="run", path=source.display, format=NAME, meta=dumps(meta) if meta else None
            )


def _simulation(simulation: dict[str, Any], info: dict[str, Any], names: Names, source: Source) -> Iterator[Record]:
    domain = _domain(info)
    task_id, trial = _task_id(simulation.get("task_id"), domain), integer(simulation.get("trial"))
    own = string(simulation.get("id")) or source.name.removesuffix(".json")
    run_id = names.unique(f"{task_id}/{trial if trial is not None else 0}/{own[:8]}", own)
    agent, reward_info = _dict(info.get("agent_info")), _dict(simulation.get("reward_info"))
    reward, reason = number(reward_info.get("reward")), string(simulation.get("termination_reason"))
    meta = {key: simulation[key] for key in ("seed", "mode", "user_cost") if isinstance(simulation.get(key), (int, float, str))}
    meta |= {"user_model": _dict(info.get("user_info")).get("llm"), "reward_basis": reward_info.get("reward_basis"), "reward_breakdown": reward_info.get("reward_breakdown")}
    name = string(agent.get("implementation"))
    run = Run(
        run_id,
        task_id,
        kind=run_kind(name),
        suite=_suite(domain),
        model=string(agent.get("llm")),
        agent=name,
        attempt=trial + 1 if trial is not None else None,
        score=reward,
        passed=None if reward is None else reward >= 1.0,
        exit_status=reason,
        started_at=string(simulation.get("start_time")),
        ended_at=string(simulation.get("end_time")),
        duration_s=number(simulation.get("duration")),
        cost_usd=number(simulation.get("agent_cost")),
        source=source.display,
        format=NAME,
        meta=dumps({key: value for key, value in meta.items() if value is not None}),
    )
    converter = Converter(run_id, None, source.display)
    made: list[Made] = []
    for place, message in enumerate(_messages(simulation)):
        made += converter.feed(message, place)
    made += converter.finish()
    unknown = [Problem(source.display, "unknown_record", str(key)[:80], None, "a field of a simulation", "note") for key in simulation if key not in _SIMULATION_KEYS]
    yield from emit(run, converter, made, [*_events(simulation, reason, reward_info), *checks_of(reward_info), *unknown], prompt="")


def _messages(simulation: dict[str, Any]) -> Iterator[object]:
    messages = simulation.get("messages")
    if not isinstance(messages, list) or not messages:
        yield from _spoken(simulation.get("ticks"))
        return
    for message in messages:
        if not isinstance(message, dict):
            yield message
            continue
        inner = message.get("tool_messages")
        for one in inner if isinstance(inner, list) else (message,):
            yield _message(one) if isinstance(one, dict) else one


def _message(message: dict[str, Any]) -> dict[str, Any]:
    role, raw = message.get("role"), _dict(message.get("raw_data"))
    if role == "tool":
        error = message.get("error")
        given = message.get("id")
        return {
            "role": "tool",
            "tool_call_id": given,
            "content": message.get("content"),
            "is_error": error if isinstance(error, bool) else None,
            "timestamp": message.get("timestamp"),
        }
    made: dict[str, Any] = {key: message[key] for key in ("role", "content", "timestamp", "usage") if key in message}
    calls = message.get("tool_calls")
    if isinstance(calls, list):
        made["tool_calls"] = [_call(call, role) for call in calls]
    if role == "assistant":
        made |= {"finish_reason": raw.get("finish_reason"), "reasoning_content": _dict(raw.get("message")).get("reasoning_content"), "model": raw.get("model")}
    return made


def _call(call: object, role: object) -> object:
    if not isinstance(call, dict):
        return call
    name = call.get("name")
    if (role == "user" or call.get("requestor") == "user") and isinstance(name, str):
        name = f"user.{name}"
    return {"id": call.get("id"), "name": name, "arguments": call.get("arguments")}


def _spoken(ticks: object) -> Iterator[dict[str, Any]]:
    """A voice conversation: what each side said in a row of ticks is one message."""
    role, words, at = "", [""], None
    for tick in ticks if isinstance(ticks, list) else ():
        if not isinstance(tick, dict):
            continue
        for key in ("agent_chunk", "user_chunk"):
            chunk = _dict(tick.get(key))
            said, speaker = chunk.get("content"), "assistant" if key == "agent_chunk" else "user"
            if isinstance(said, str) and said:
                if speaker != role and role:
                    yield {"role": role, "content": "".join(words), "timestamp": at}
                    words = []
                if speaker != role:
                    role, at = speaker, tick.get("timestamp")
                words.append(said)
            if isinstance(chunk.get("tool_calls"), list) and chunk["tool_calls"]:
                yield {"role": "assistant", "content": "", "tool_calls": [_call(c, speaker) for c in chunk["tool_calls"]], "timestamp": tick.get("timestamp")}
        for key in ("agent_tool_results", "user_tool_results"):
            results = tick.get(key)
            for result in results if isinstance(results, list) else ():
                if isinstance(result, dict):
                    yield _message({**result, "role": "tool"})
    if role and "".join(words):
        yield {"role": role, "content": "".join(words), "timestamp": at}


def _events(simulation: dict[str, Any], reason: str | None, reward_info: dict[str, Any]) -> list[Event]:
    events: list[Event] = []
    inner = simulation.get("info")
    error = inner.get("error") if isinstance(inner, dict) else None
    if error:
        kind = string(_dict(inner).get("error_type")) or "error"
        events.append(Event("", 0, "agent", "harness_exception", kind, None, string(error) or "", is_terminal=True))
    if reason:
        events.append(Event("", 0, "agent", "harness_enum", "termination_reason", reason, reason, is_terminal=True))
        if reason in _LIMITS:
            events.append(Event("", 0, "agent", "limit", "limit", _LIMITS[reason], reason, is_terminal=True))
    if reward_info.get("reward") is not None:
        note = _dict(reward_info.get("info")).get("note")
        text = note if isinstance(note, str) else "reward_info"
        events.append(Event("", 0, "grader", "grader_result", "reward", (string(reward_info["reward"]) or "")[:100], text))
    return events


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
