"""verifiers and prime-rl: `results.jsonl` of the older releases, `traces.jsonl` of version 1.

A row whose rollout died has reward 0.0 and an `error`: such a reward is no verdict, so score and passed stay empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.chat_messages import Converter, Made
from triage.formats.chat_parts import id_of
from triage.formats.conversation import Names, digest, emit
from triage.formats.files import integer, number
from triage.formats.rows import end_events, listed, sub, text_field
from triage.formats.source import Source
from triage.model import Check, Event, Record, Run

NAME = "verifiers"
TITLE = "verifiers: results.jsonl and traces.jsonl"
WHERE = "docs/formats.md#verifiers"

_LIMITS = (("max_turns", "steps"), ("turn", "steps"), ("prompt_too_long", "context"), ("context", "context"), ("timeout", "time"), ("budget", "cost"), ("token", "tokens"))


def recognise(source: Source) -> bool:
    """`results.jsonl` with completions and rewards, or `traces.jsonl` with traces."""
    if source.is_dir or not source.name.endswith((".jsonl", ".jsonl.gz")):
        return False
    head = source.head
    if source.name.startswith("traces"):
        return b'"traces"' in head[:4096] or b'"nodes"' in head
    return b'"example_id"' in head and b'"prompt"' in head and (b'"completion"' in head or source.name.startswith("results"))


def read(source: Source) -> Iterator[Record]:
    """One run a row, or a trace."""
    meta = _metadata(source)
    names = Names()
    for line in files.iter_jsonl(source.path, source.display):
        if line.problem is not None:
            yield line.problem
        elif isinstance(line.value, dict):
            if isinstance(line.value.get("traces"), list):
                for trace in line.value["traces"]:
                    if isinstance(trace, dict):
                        yield from _trace(trace, line.value, source, names, line.raw)
            elif isinstance(line.value.get("nodes"), list):
                yield from _trace(line.value, {}, source, names, line.raw)
            else:
                yield from _row(line.value, meta, source, names, line.raw)


def _metadata(source: Source) -> dict[str, Any]:
    path = source.path.parent / "metadata.json"
    try:
        return sub(files.read_json(path)) if path.exists() else {}
    except BadInput:
        return {}


def _place(source: Source) -> tuple[str, str | None]:
    """Environment and model from the folder `<env>--<model>`, where it is one."""
    parts = source.path.parent.parent.name.split("--")
    return parts[0], parts[1] if len(parts) > 1 else None


def _row(row: dict[str, Any], meta: dict[str, Any], source: Source, names: Names, raw: bytes) -> Iterator[Record]:
    env, folder_model = _place(source)
    env = text_field(meta, "env_id", "env") or env
    example = id_of(row, "example_id", "id") or digest(files.dumps(row.get("prompt")), 8)
    run_id = names.unique(f"{source.path.parent.name}/{example}@{digest(raw, 8)}", raw)
    reward, died = number(row.get("reward")), bool(row.get("error"))
    graded = reward is not None and not (died and reward == 0.0)
    usage = sub(row, "token_usage")
    timing = number(sub(row, "timing").get("total_ms"))
    run = Run(
        run_id,
        f"{env}/{example}",
        suite=env,
        model=text_field(meta, "model") or folder_model,
        agent="verifiers",
        score=reward if graded else None,
        passed=reward >= 1.0 if graded and reward is not None else None,
        exit_status=text_field(row, "stop_condition"),
        duration_s=timing / 1000 if timing is not None else None,
        tokens_in=integer(usage.get("input_tokens")),
        tokens_out=integer(usage.get("output_tokens")),
        source=source.display,
        format=NAME,
    )
    converter = Converter(run_id, None, source.display)
    made: list[Made] = []
    prompt = row.get("prompt")
    for index, message in enumerate([*_messages(prompt, "user"), *_messages(row.get("completion"), "assistant")]):
        made += converter.feed(message, index)
    made += converter.finish()
    marks = [(name, mark) for name, value in sub(row, "metrics").items() if (mark := number(value)) is not None and 0.0 <= mark <= 1.0]
    checks = [Check(run_id, seq, name, "passed" if mark >= 1.0 else "failed", "metrics", mark) for seq, (name, mark) in enumerate(marks)]
    yield from emit(run, converter, made, [*_ends(row, run), *checks])


def _messages(value: object, role: str) -> list[Any]:
    return value if isinstance(value, list) else [{"role": role, "content": value}] if isinstance(value, str) else []


def _ends(row: dict[str, Any], run: Run) -> list[Event]:
    events = end_events({"error": row.get("error")}, run)
    stop = (run.exit_status or "").lower()
    limit = next((code for word, code in _LIMITS if word in stop), None)
    if limit:
        events.append(Event("", 0, "agent", "limit", "limit", limit, run.exit_status or "", is_terminal=True))
    if number(row.get("reward")) is not None:
        events.append(Event("", 0, "grader", "grader_result", "reward", str(row["reward"]), "reward"))
    return events


def _trace(trace: dict[str, Any], episode: dict[str, Any], source: Source, names: Names, raw: bytes) -> Iterator[Record]:
    env, folder_model = _place(source)
    env = text_field(episode, "env") or env
    data, task = sub(trace, "task", "data"), sub(trace, "task")
    key = id_of(task, "key", "id", "hash") or id_of(data, "id", "idx", "name") or text_field(trace, "task") or "unknown"
    run_id = names.unique(id_of(trace, "id") or f"{source.path.parent.name}/{key}@{digest(raw, 8)}", raw)
    rewards = {name: value for name, value in sub(trace, "rewards").items() if isinstance(value, dict)}
    weighted = [(number(value.get("score")), number(value.get("weight"))) for value in rewards.values()]
    score = sum(mark * (1.0 if weight is None else weight) for mark, weight in weighted if mark is not None) if any(mark is not None for mark, _ in weighted) else None
    errors = [error for error in [*listed(trace.get("errors")), *listed(episode.get("errors"))] if error]
    calls = [call for call in listed(trace.get("calls")) if isinstance(call, dict)]
    if errors and score == 0.0:
        score = None
    run = Run(
        run_id,
        f"{env}/{key}",
        id_of(task, "hash"),
        suite=env,
        model=next((model for call in calls if (model := text_field(call, "model"))), folder_model),
        agent=text_field(trace, "agent") or text_field(sub(trace, "agent"), "id", "name") or "verifiers",
        score=score,
        passed=None if score is None else score >= 1.0,
        exit_status=text_field(trace, "stop_condition"),
        tokens_in=_sum(calls, "input_tokens", "prompt_tokens"),
        tokens_out=_sum(calls, "output_tokens", "completion_tokens"),
        source=source.display,
        format=NAME,
        truncated=trace.get("is_completed") is False,
    )
    converter = Converter(run_id, None, source.display)
    made: list[Made] = []
    for index, node in enumerate(listed(trace.get("nodes"))):
        made += converter.feed(sub(node, "message") or node, index)
    made += converter.finish()
    events = [event for error in errors for event in end_events({"error": error}, run._replace(exit_status=None))]
    events += [event._replace(is_terminal=False) for call in calls if call.get("error") for event in end_events({"error": call["error"]}, run._replace(exit_status=None))]
    checks = [
        Check(run_id, seq, name, "passed" if (number(value.get("score")) or 0.0) >= 1.0 else "failed", "rewards", number(value.get("score")), number(value.get("weight")))
        for seq, (name, value) in enumerate(rewards.items())
    ]
    yield from emit(run, converter, made, [*events, *_ends({}, run), *checks])


def _sum(calls: list[dict[str, Any]], *keys: str) -> int | None:
    counts = [count for call in calls for key in keys if (count := integer(sub(call, "usage").get(key))) is not None]
    return sum(counts) if counts else None
