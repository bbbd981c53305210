"""What an Inspect log says about all of its samples: task, model, agent, status."""

from __future__ import annotations

from typing import Any, NamedTuple

from triage.formats.files import dumps
from triage.formats.rows import listed, sub, text_field
from triage.model import Event


class Log(NamedTuple):
    """Facts of one log."""

    log_id: str
    """`eval_id`, in older logs `run_id`."""
    task: str
    task_version: str | None
    model: str | None
    agent: str | None
    status: str
    """`success`, `error`, `cancelled`, or `started` where the writer was killed."""
    error: dict[str, Any]
    created: str | None
    meta: str | None
    display: str
    format: str


def log_of(header: dict[str, Any], display: str, format_name: str) -> Log:
    """Facts from a header, or from the `eval` and `plan` that a log starts with."""
    spec = sub(header, "eval")
    steps = [step for step in listed(sub(header, "plan").get("steps")) if isinstance(step, dict)]
    solvers = [step["solver"] for step in steps if isinstance(step.get("solver"), str)]
    version = spec.get("task_version")
    revision = sub(spec, "revision")
    meta = {
        "eval_id": spec.get("eval_id"),
        "dataset": sub(spec, "dataset").get("name"),
        "commit": revision.get("commit"),
        "scorers": [scorer.get("name") for scorer in listed(spec.get("scorers")) if isinstance(scorer, dict)],
        "solvers": solvers,
        "sandbox": spec.get("sandbox"),
        "packages": spec.get("packages"),
    }
    return Log(
        text_field(spec, "eval_id", "run_id", "task_id") or display.rsplit("/", 1)[-1],
        text_field(spec, "task", "task_registry_name") or "task",
        str(version) if isinstance(version, (int, str)) and not isinstance(version, bool) else None,
        text_field(spec, "model"),
        text_field(spec, "solver") or (solvers[-1] if solvers else None),
        text_field(header, "status") or "started",
        sub(header, "error"),
        text_field(spec, "created"),
        dumps({key: value for key, value in meta.items() if value}),
        display,
        format_name,
    )


def expected_samples(header: dict[str, Any]) -> int | None:
    """How many samples the log was to hold: samples of the data set times epochs."""
    dataset, config = sub(header, "eval", "dataset"), sub(header, "eval", "config")
    count, ids, epochs = dataset.get("samples"), dataset.get("sample_ids"), config.get("epochs")
    number = len(ids) if isinstance(ids, list) and ids else count
    if not isinstance(number, int) or isinstance(number, bool):
        return None
    return number * (epochs if isinstance(epochs, int) and not isinstance(epochs, bool) and epochs > 0 else 1)


def exception_events(run_id: str, error: dict[str, Any], *, retry: bool, terminal: bool, step: int | None) -> list[Event]:
    """The events of an error record {message, traceback}: the exception, then its traceback."""
    message, trace = error.get("message"), error.get("traceback")
    words = message if isinstance(message, str) else dumps(message)
    name = exception_class(words, trace if isinstance(trace, str) else "")
    events = [Event(run_id, 0, "agent", "harness_exception", name, None, words, retry, terminal, step)]
    if isinstance(trace, str) and trace:
        events.append(Event(run_id, 0, "agent", "harness_exception", "traceback", name, trace, retry, terminal, step))
    return events


def exception_class(message: str, trace: str) -> str:
    """Name of the exception's class: the message is its repr, else the last line of the traceback starts with it."""
    head = message.split("(", 1)[0].strip()
    if "(" in message and head.replace(".", "").isidentifier():
        return head.rsplit(".", 1)[-1]
    for line in reversed(trace.rstrip().rsplit("\n", 40)):
        if line[:1].isalpha() and line.split(":", 1)[0].replace(".", "").isidentifier():
            return line.split(":", 1)[0].rsplit(".", 1)[-1]
    return "Error"
