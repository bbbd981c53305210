"""mini-swe-agent `.traj.json`: versions 1 and 1.1 (v2), and bare lists of messages.

The file is rewritten after every step: an empty exit status means that the run was killed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.chat_messages import Converter, Made
from triage.formats.chat_parts import text_of
from triage.formats.conversation import emit
from triage.formats.files import dumps, integer, number, string
from triage.formats.source import Source
from triage.formats.swe_agent import instance_of, run_folder
from triage.model import Event, Problem, Record, Run

NAME = "mini_swe_agent"
TITLE = "mini-swe-agent trajectories (.traj.json)"
WHERE = "docs/formats.md#mini-swe-agent"

_FENCE = re.compile(r"```(?:bash|sh|mswea_bash_command)[ \t]*\n(.*?)\n?```", re.S)
_RETURN = re.compile(r"\s*(?:<exception>.*?</exception>\s*)?<returncode>(-?\d{1,9})</returncode>", re.S)
_OBSERVED = re.compile(r"\s*(?:<returncode>|Observation:|<exception>|<output>)")
_LIMITS = {"TimeExceeded": "time", "ContextWindowExceededError": "context", "ContextWindowExceeded": "context"}


def recognise(source: Source) -> bool:
    """By the ending `.traj.json`, or the format tag."""
    if source.is_dir:
        return False
    if source.name.endswith((".traj.json", ".traj.json.gz")):
        return source.head.lstrip()[:1] in (b"{", b"[")
    return source.name.endswith(".json") and (b'"mini_version"' in source.head or b'"mini-swe-agent-' in source.head)


def read(source: Source) -> Iterator[Record]:
    """The run of the file."""
    try:
        root = files.read_json(source.path)
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    if isinstance(root, list):
        root, bare = {"messages": root}, True
    else:
        bare = False
    if not isinstance(root, dict):
        yield Problem(source.display, "bad_shape", "the trajectory is neither an object nor a list", None, "an object with info and messages")
        return
    info = root.get("info") if isinstance(root.get("info"), dict) else {}
    assert isinstance(info, dict)
    raw = root.get("messages")
    messages = raw if isinstance(raw, list) else []
    ending = _exit(messages)
    run = _run(root, {**info, **{k: v for k, v in ending.items() if v and not info.get(k)}}, source, bare)
    converter = Converter(run.run_id, None, source.display)
    made: list[Made] = []
    for index, message in enumerate(_messages(messages)):
        if message is not None:
            made += converter.feed(message, index)
    made += converter.finish()
    if not converter.steps:
        yield Problem(source.display, "empty_transcript", "no messages", None, "a list `messages`", "warning", 1, run.run_id)
    yield from emit(run, converter, made, _events(info, ending, run.exit_status))


def _run(root: dict[str, Any], info: dict[str, Any], source: Source, bare: bool) -> Run:
    instance = string(root.get("instance_id")) or instance_of(source.path)
    folder = run_folder(source.path, instance)
    stats, config = _dict(info.get("model_stats")), _dict(info.get("config"))
    status = string(info.get("exit_status")) or None
    meta = {key: info[key] for key in ("mini_version",) if isinstance(info.get(key), str)}
    return Run(
        f"{folder}/{instance}" if folder else instance,
        instance,
        suite=folder or None,
        model=string(_dict(config.get("model")).get("model_name")),
        agent="mini-swe-agent",
        exit_status=status,
        cost_usd=number(stats.get("instance_cost")),
        source=source.display,
        format=NAME,
        truncated=status is None and not bare,
        final_answer=string(info.get("submission")) or None,
        join_key=instance,
        meta=dumps(meta) if meta else None,
    )


def _exit(messages: list[Any]) -> dict[str, Any]:
    """What the last message tells of the end: role `exit`, or an exit status among its extras."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    extra = _dict(last.get("extra"))
    return {**extra, "content": last.get("content")} if last.get("role") == "exit" or "exit_status" in extra else {}


def _messages(messages: list[Any]) -> Iterator[dict[str, Any] | None]:
    """Messages in the chat shape: actions as tool calls, observations as their results. None stands for a message that is no step."""
    waiting: list[str] = []
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            yield message
            continue
        role, extra = message.get("role"), _dict(message.get("extra"))
        if role == "exit" or (index == len(messages) - 1 and "exit_status" in extra):
            yield None
        elif role == "assistant":
            made = _assistant(message, extra, index)
            waiting = [call["id"] for call in made["tool_calls"] if isinstance(call, dict) and isinstance(call.get("id"), str)] if isinstance(made.get("tool_calls"), list) else []
            yield made
        elif role == "user" and waiting and "interrupt_type" not in extra and ("returncode" in extra or _OBSERVED.match(text_of(message.get("content")), 0, 5000)):
            yield _result(message, extra, waiting.pop(0))
        elif role == "tool":
            given = message.get("tool_call_id")
            waiting = [call for call in waiting if call != given]
            yield _result(message, extra, given if isinstance(given, str) else None)
        else:
            yield {**message, "timestamp": extra.get("timestamp", message.get("timestamp"))}


def _assistant(message: dict[str, Any], extra: dict[str, Any], index: int) -> dict[str, Any]:
    response = _dict(extra.get("response"))
    made: dict[str, Any] = {key: message[key] for key in ("role", "content", "tool_calls", "reasoning_content", "thinking_blocks", "refusal") if key in message}
    made |= {"timestamp": extra.get("timestamp"), "usage": response.get("usage"), "model": response.get("model")}
    choices = response.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    made["finish_reason"] = choice.get("finish_reason") if isinstance(choice, dict) else None
    if made.get("tool_calls"):
        return made
    actions = extra.get("actions")
    commands = [a.get("command") for a in actions if isinstance(a, dict)] if isinstance(actions, list) else []
    content = made.get("content")
    if not commands and isinstance(content, str):
        found = _FENCE.findall(content)
        commands = found if len(found) == 1 else []  # more or fewer than one block is refused by the agent
    made["tool_calls"] = [{"id": f"m{index}.{i}", "function": {"name": "bash", "arguments": dumps({"command": c})}} for i, c in enumerate(commands) if isinstance(c, str)]
    return made


def _result(message: dict[str, Any], extra: dict[str, Any], call_id: str | None) -> dict[str, Any]:
    code = integer(extra.get("returncode"))
    if code is None:
        found = _RETURN.match(text_of(message.get("content")), 0, 5000)
        code = int(found[1]) if found else None
    return {"role": "tool", "tool_call_id": call_id, "content": message.get("content"), "returncode": code, "timestamp": extra.get("timestamp")}


def _events(info: dict[str, Any], ending: dict[str, Any], status: str | None) -> list[Event]:
    events: list[Event] = []
    if not status:
        return events
    text = string(ending.get("content")) or ""
    submitted = status == "Submitted"
    events.append(Event("", 0, "agent", "harness_enum", "exit_status", status, status if submitted or not text or text == status else f"{status}: {text}", is_terminal=True))
    both = {**info, **ending}
    error, trace = string(both.get("exception_str")), string(both.get("traceback"))
    if error or trace:
        events.append(Event("", 0, "agent", "harness_exception", status, None, error or "", is_terminal=True))
    if trace:
        events.append(Event("", 0, "agent", "harness_exception", "traceback", None, trace, is_terminal=True))
    limit = _LIMITS.get(status) or (_budget(info) if status == "LimitsExceeded" else None)
    if limit:
        events.append(Event("", 0, "agent", "limit", "limit", limit, status, is_terminal=True))
    return events


def _budget(info: dict[str, Any]) -> str:
    """Which limit a run reached: the number of calls, else the cost."""
    stats, agent = _dict(info.get("model_stats")), _dict(_dict(info.get("config")).get("agent"))
    steps, calls = number(agent.get("step_limit")), number(stats.get("api_calls"))
    return "steps" if steps and calls is not None and calls >= steps else "cost"


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
