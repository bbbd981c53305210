"""Readers of agent sessions, chats and data rows over real files: what was found there is found again."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from format_cases import wrong_types

from triage.formats import load
from triage.formats.source import Source
from triage.model import Event, Problem, Record, Run, Step, ToolCall

CORPUS = Path(__file__).parents[2] / ".." / "shared" / "corpus"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real transcripts is not beside this checkout")


def read(name: str, folder: str) -> list[Record]:
    """All that one reader makes of what it recognises below a folder."""
    module = load(name)
    records: list[Record] = []
    open_: list[Path] = [CORPUS / folder]
    while open_:
        path = open_.pop()
        source = Source(path, str(path.relative_to(CORPUS)))
        if module.recognise(source):
            records += module.read(source)
        elif source.is_dir:
            open_ += sorted(path.iterdir(), reverse=True)
    return records


@pytest.mark.parametrize(
    ("name", "folder", "runs", "steps", "calls"),
    [
        ("aider", "aider", 1133, 2684, 0),
        ("aider", "aider-chat", 2, 5, 0),
        ("chat", "amp", 1, 2, 0),
        ("chat", "generic", 1, 5, 1),
        ("cline", "cline", 3, 5, 1),
        ("copilot", "copilot", 1, 2, 0),
        ("cursor", "cursor-stream-json", 1, 5, 2),
        ("gemini", "gemini", 6, 31, 9),
        ("goose", "goose", 1, 2, 1),
        ("hf_rows", "hf-datasets", 9, 45, 10),
        ("opencode", "opencode", 2, 12, 4),
        ("opencode", "opencode-run-json", 2, 3, 1),
        ("openhands", "openhands", 8, 249, 118),
        ("otel", "otel", 2, 17, 3),
        ("pi", "pi", 5, 1933, 853),
        ("pi", "pi-print-json", 1, 1, 0),
        ("theagentcompany", "theagentcompany", 1, 0, 0),
    ],
)
def test_counts(name: str, folder: str, runs: int, steps: int, calls: int) -> None:
    if not (CORPUS / folder).is_dir():
        pytest.skip(f"no {folder} in the corpus")
    records = read(name, folder)
    found = Counter(type(record) for record in records)
    assert (found[Run], found[Step], found[ToolCall]) == (runs, steps, calls)
    assert [text for record in records for text in wrong_types(record)] == []
    assert [record for record in records if isinstance(record, Problem) and record.severity == "error"] == []
    names = [record.run_id for record in records if isinstance(record, Run)]
    assert len(names) == len(set(names))


def test_pi_branches_and_ends() -> None:
    records = read("pi", "pi")
    abandoned = [record for record in records if isinstance(record, Step) and record.branch == "abandoned"]
    assert 0 < len(abandoned) < 10
    ends = Counter(record.type for record in records if isinstance(record, Event))
    assert ends == {"aborted": 39, "limit": 39, "error": 2, "compaction": 2}
    assert [record.code for record in records if isinstance(record, Event) and record.type == "error"].count("400") == 1


def test_openhands_knows_the_step_limit() -> None:
    records = read("openhands", "openhands")
    limits = {record.run_id.split("/")[-1]: record.code for record in records if isinstance(record, Event) and record.channel == "limit"}
    assert limits == {"ponylang__ponyc-4588": "steps"}
    calls = [record for record in records if isinstance(record, ToolCall)]
    assert sum(call.result is not None for call in calls) > 0.9 * len(calls)


def test_gemini_exit_code_is_in_the_text() -> None:
    calls = [record for record in read("gemini", "gemini") if isinstance(record, ToolCall) and record.name == "run_shell_command"]
    assert [call.exit_code for call in calls if call.exit_code] != []
    assert all(call.is_error is None for call in calls)


def test_opencode_error_is_the_end() -> None:
    events = [record for record in read("opencode", "opencode-run-json") if isinstance(record, Event) and record.type == "APIError"]
    assert {event.code for event in events} == {"429", "504"}
    assert all(event.is_terminal for event in events)
