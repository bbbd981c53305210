"""A grader's output that stands alone: CTRF, JUnit XML, pytest-json-report, TAP, or what pytest printed.

It becomes a run without a transcript, so that checks can be looked at where the harness keeps nothing else. Inside a
run's folder the harness's own reader takes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from triage.errors import BadInput
from triage.formats import files
from triage.formats.graders import GRADERS
from triage.formats.graders import load as load_grader
from triage.formats.graders.log_facts import log_event
from triage.formats.source import Source
from triage.model import Event, Problem, Record, Run

NAME = "grader_output"
TITLE = "Grader output alone: CTRF, JUnit XML, pytest-json-report, TAP, pytest's printed summary"
WHERE = "docs/formats.md#grader-outputs"

ALONE = tuple(g for g in GRADERS if g in ("ctrf", "junit", "pytest_json", "tap", "pytest_stdout"))
ENDINGS = (".json", ".xml", ".tap", ".txt", ".log")


def recognise(source: Source) -> bool:
    """A file that one of the grader readers takes by its first bytes."""
    return not source.is_dir and source.name.lower().endswith(ENDINGS) and _grader(source) is not None


def _grader(source: Source) -> str | None:
    head = source.head
    return next((g for g in ALONE if load_grader(g).recognise(source.name, head)), None) if head else None


def read(source: Source) -> Iterator[Record]:
    """One Run without a transcript, its checks, and what the grader says of itself.

    The task is named after the file and its folder. `passed` is null where no test ran: that is no verdict.
    """
    name = _grader(source)
    if name is None:
        return
    try:
        data = files.read_bytes(source.path)
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    report = load_grader(name).read(data)
    run_id = f"{source.path.parent.name}/{source.name}"
    ran = report.tests_ran if report.tests_ran is not None else sum(c.status in ("passed", "failed") for c in report.checks)
    failed = any(c.status in ("failed", "error") for c in report.checks) or any(e.type in ("collection_error", "crash") for e in report.events)
    passed = None if not ran else not failed
    # what pytest prints names failures only: no share can be made of it
    score = None if passed is None or name == "pytest_stdout" else sum(c.status == "passed" for c in report.checks) / max(1, sum(c.status != "skipped" for c in report.checks))
    yield Run(run_id, source.path.stem, score=score, passed=passed, source=source.display, format=NAME, has_transcript=False)
    yield from (c._replace(run_id=run_id) for c in report.checks)
    events: list[Event] = list(report.events)
    if report.tests_ran is not None and not any(e.type == "tests_ran" for e in events):
        events.append(Event("", 0, "grader", "grader_result", "tests_ran", str(report.tests_ran), source.name, is_terminal=True, file=source.name))
    if name == "pytest_stdout":
        events.append(log_event("grader", "grader_stdout", files.decode(data), source.name))
    yield from (e._replace(run_id=run_id, seq=seq) for seq, e in enumerate(events))
    yield from (Problem(source.display, "grader_output", words, None, TITLE, "warning", 1, run_id) for words in report.problems)
