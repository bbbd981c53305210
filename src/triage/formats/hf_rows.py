"""Trajectory data sets as they lie on Hugging Face: rows with a trajectory and a verdict, in JSON, JSON lines or Parquet.

SWE-agent rows (role `ai`, a `user` after it is what the environment answered), SWE-Gym and SWE-rebench rows (OpenAI messages), SWE-smith
rows (messages as JSON text), ADP rows (typed actions and observations), Who&When (who made the mistake, and where) and MAST.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.chat_messages import Converter, Made
from triage.formats.chat_parts import id_of
from triage.formats.conversation import Names, digest, emit, stem
from triage.formats.files import dumps
from triage.formats.rows import end_events, run_of, sub, text_field
from triage.formats.source import Source
from triage.model import Event, Problem, Record, Run

NAME = "hf_rows"
TITLE = "Trajectory data sets: SWE-agent, SWE-Gym, SWE-smith, ADP, Who&When, MAST rows"
WHERE = "docs/formats.md#trajectory-data-sets"

_HOLDERS = ("messages", "trajectory", "conversations", "history", "content")
_FACTS = re.compile(rb'"(?:exit_status|resolved|target|generated_patch|model_patch|eval_logs|patch)"\s*:')
_HELD = re.compile(rb'"(?:trajectory|messages)"\s*:\s*[\["]')
_COLUMNS = frozenset({"trajectory", "messages", "conversations"})


def recognise(source: Source) -> bool:
    """By the fields that only these rows have together."""
    if source.is_dir:
        return False
    name, head = source.name, source.head
    if name.endswith(".parquet") and head.startswith(b"PAR1"):
        from triage.formats.results_table import parquet_columns

        try:
            return bool(_COLUMNS & {column.lower() for column in parquet_columns(source)})
        except Exception:  # Arrow has no common base class for what a broken file raises
            return False
    if not name.endswith((".json", ".jsonl", ".json.gz", ".jsonl.gz", ".jsonl.zst")):
        return False
    if b'"class_"' in head and b'"content"' in head:
        return True
    if b'"mast_annotation"' in head or (b'"mistake_step"' in head and b'"history"' in head):
        return True
    return b'"instance_id"' in head and bool(_HELD.search(head)) and bool(_FACTS.search(head)) and b'"history"' not in head


def read(source: Source) -> Iterator[Record]:
    """One run a row."""
    names = Names()
    if source.name.endswith(".parquet"):
        from triage.formats.results_table import parquet_rows

        try:
            for _, row in parquet_rows(source):
                yield from _row(row, source, names, dumps(row).encode("utf-8", "replace"))
        except BadInput as error:
            yield files.problem(source.display, error)
    elif ".jsonl" in source.name:
        for line in files.iter_jsonl(source.path, source.display):
            if line.problem is not None:
                yield line.problem
            elif isinstance(line.value, dict):
                yield from _row(line.value, source, names, line.raw)
    else:
        try:
            value = files.read_json(source.path)
        except BadInput as error:
            yield files.problem(source.display, error)
            return
        for row in value if isinstance(value, list) else [value]:
            if isinstance(row, dict):
                yield from _row(row, source, names, dumps(row).encode("utf-8", "replace"))


def _row(row: dict[str, Any], source: Source, names: Names, raw: bytes) -> Iterator[Record]:
    facts = {**row, **sub(row, "details")}
    instance = id_of(facts, "instance_id", "question_ID", "task_id")
    own = id_of(row, "traj_id", "trajectory_id", "id") or id_of(facts, "run_id")
    if instance is None and "class_" in dumps(row.get("content"))[:4000]:
        instance = re.sub(r"_\d+$", "", own) if own else None
    trace = sub(row, "trace")
    base = (
        f"{own}/{instance}"
        if own and instance and instance not in own
        else own or (f"{trace['key']}-{digest(raw, 8)}" if isinstance(trace.get("key"), str) else None) or instance or stem(source.path)
    )
    run_id = names.unique(base, raw)
    run = run_of({key: value for key, value in facts.items() if key not in _HOLDERS}, run_id, source.display, NAME)
    run = run._replace(task_id=instance or run.task_id, join_key=instance, final_answer=text_field(facts, "generated_patch", "model_patch", "patch"))
    converter = Converter(run_id, None, source.display)
    made: list[Made] = []
    for index, message in enumerate(_messages(row)):
        made += converter.feed(message, index)
    made += converter.finish()
    events = end_events(facts, run)
    logs = text_field(facts, "eval_logs")
    if logs:
        events.append(Event(run_id, 0, "grader", "grader_stdout", "log", None, logs))
    notes = (
        [] if converter.steps else [Problem(source.display, "no_messages", "a row whose trajectory is not a list of messages", None, "a list of messages", "warning", 1, run_id)]
    )
    yield from emit(_known(run, row), converter, made, [*events, *notes], prompt=text_field(row, "question"))


def _known(run: Run, row: dict[str, Any]) -> Run:
    """With what people said about the run kept: the agent and step to blame, the kinds of failure."""
    told = {key: row[key] for key in ("mistake_agent", "mistake_step", "mistake_reason", "mistake_type", "mast_annotation") if key in row}
    return run._replace(meta=dumps(told)) if told else run


def _messages(row: dict[str, Any]) -> list[Any]:
    held = next((row[key] for key in _HOLDERS if row.get(key) is not None), None)
    if isinstance(held, str):
        try:
            held = files.loads(held)
        except BadInput:
            return [{"role": "user", "content": held}]
    if held is None:
        text = sub(row, "trace").get("trajectory")
        return [{"role": "user", "content": text}] if isinstance(text, str) else []
    if not isinstance(held, list):
        return []
    if any(isinstance(item, dict) and "class_" in item for item in held[:5]):
        typed = [message for item in held for message in _typed(item)]
        return [{**message, "role": "user" if index == 0 else "tool"} if message["role"] == "observed" else message for index, message in enumerate(typed)]
    if any(isinstance(item, dict) and item.get("role") == "ai" for item in held[:5]):
        return _answers(held)
    if "mistake_agent" in row:
        return [_speaker(item) for item in held]
    return held


def _typed(item: object) -> list[dict[str, Any]]:
    """Messages of one typed action or observation."""
    if not isinstance(item, dict):
        return []
    kind, said = item.get("class_"), item.get("description")
    if kind == "api_action":
        return [{"role": "assistant", "content": said, "tool_calls": [{"name": item.get("function"), "arguments": item.get("kwargs")}]}]
    if kind == "code_action":
        return [{"role": "assistant", "content": said, "tool_calls": [{"name": item.get("language"), "arguments": item.get("content")}]}]
    if kind == "message_action":
        return [{"role": "assistant", "content": item.get("content"), "reasoning": said}]
    return [{"role": "observed", "content": item.get("content"), "source": item.get("source")}]


def _answers(held: list[Any]) -> list[Any]:
    """SWE-agent rows: what a `user` says after the model is the environment's answer."""
    found: list[Any] = []
    begun = False
    for item in held:
        role = item.get("role") if isinstance(item, dict) else None
        text = item.get("text", item.get("content")) if isinstance(item, dict) else item
        begun = begun or role == "ai"
        found.append({"role": "tool" if begun and role == "user" else role, "content": text if text is not None else item.get("system_prompt") if isinstance(item, dict) else None})
    return found


def _speaker(item: object) -> object:
    """Who&When: the speaker's name is the role in some rows; everyone but the person is an agent."""
    if not isinstance(item, dict):
        return item
    role, name = item.get("role"), item.get("name")
    asked = isinstance(role, str) and role.lower() == "human"
    speaker = name if isinstance(name, str) else role if isinstance(role, str) else ""
    if asked or role == "system":
        return {"role": "user" if asked else "system", "content": item.get("content")}
    return {"role": "tool" if speaker == "Computer_terminal" else "assistant", "content": f"{speaker}: {item.get('content')}"}
