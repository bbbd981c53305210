"""One conversation with what is known about it, as records: the last part of most transcript readers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from triage.formats.chat_messages import Converter, Made
from triage.formats.kinds import run_kind
from triage.formats.stamps import seconds_between
from triage.model import Check, Event, Problem, Record, Run, Step, Task, ToolCall

_PLAIN_STEMS = frozenset({"messages", "transcript", "conversation", "trajectory", "chat", "output", "events", "session", "history", "results", "log", "traj"})


def digest(text: str | bytes, length: int = 12) -> str:
    """BLAKE2b digest of a text as hexadecimal digits."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=16).hexdigest()[:length]


def stem(path: Path) -> str:
    """Name of a file without its format endings; with its folder's name where it is a word that every run has."""
    name = path.name
    for ending in (".gz", ".zst", ".jsonl", ".ndjson", ".json", ".md", ".messages", ".csv", ".tsv", ".parquet"):
        name = name.removesuffix(ending)
    plain = name.lower() in _PLAIN_STEMS or name.isdigit()
    return f"{path.parent.name}/{name}" if plain and path.parent.name else name or path.name


def prompt_task(prompt: str | None, fallback: str) -> str:
    """Task id of a run that names no task: runs with the same prompt are runs of the same task."""
    return f"prompt-{digest(prompt.strip())}" if prompt and prompt.strip() else fallback


def emit(run: Run, converter: Converter, made: Iterable[Made], extra: Iterable[Event | Check | Problem] = (), *, prompt: str | None = None) -> Iterator[Record]:
    """Task, Run and the records of a finished conversation.

    What the run does not know itself (model, tokens, times, last answer, task) is taken from the converter. `extra` comes
    after the conversation; its events are numbered on, and get the run's id.
    """
    prompt = prompt if prompt is not None else converter.prompt
    started, ended = run.started_at or converter.first_at, run.ended_at or converter.last_at
    run = run._replace(
        task_id=run.task_id or prompt_task(prompt, run.run_id),
        kind=run.kind if run.kind != "agent" else run_kind(run.agent),
        model=run.model or converter.model,
        started_at=started,
        ended_at=ended,
        duration_s=run.duration_s if run.duration_s is not None else seconds_between(started, ended),
        tokens_in=run.tokens_in if run.tokens_in is not None else converter.tokens_in,
        tokens_out=run.tokens_out if run.tokens_out is not None else converter.tokens_out,
        final_answer=run.final_answer if run.final_answer is not None else converter.final_answer,
        has_transcript=run.has_transcript and converter.steps > 0,
    )
    if prompt:
        yield Task(run.task_id, run.task_version, suite=run.suite, prompt=prompt, origin="run", path=run.source, format=run.format)
    yield run
    yield from made
    for record in extra:
        if isinstance(record, Event):
            record = record._replace(run_id=run.run_id, seq=converter.events)
            converter.events += 1
        elif not isinstance(record, (Step, ToolCall)):
            record = record._replace(run_id=run.run_id)
        yield record


class Names:
    """Run ids of one file: an id that comes again gets a digest of its record, so that it depends on content, not on order."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def unique(self, name: str, raw: bytes | str) -> str:
        """The id, or the id with a digest of `raw` where it was given before."""
        if name in self.seen:
            name = f"{name}@{digest(raw, 8)}"
        again = 2
        base = name
        while name in self.seen:
            name = f"{base}.{again}"
            again += 1
        self.seen.add(name)
        return name
