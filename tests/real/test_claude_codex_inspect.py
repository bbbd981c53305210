"""Sessions of Claude Code and Codex and logs of Inspect as people have them: what is in them, counted by other means."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from triage.formats import load
from triage.formats.source import Source
from triage.model import Check, Event, Problem, Record, Run, Step, ToolCall

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no corpus at {CORPUS}")


def read(name: str, path: str) -> list[Record]:
    """The records of a file of the corpus, which the reader must recognise."""
    source = Source(CORPUS / path, path)
    assert load(name).recognise(source)
    return list(load(name).read(source))


def read_all(name: str, folder: str) -> tuple[Counter[str], list[Record]]:
    """How many records of each kind, and how many files, the reader makes of a folder."""
    records: list[Record] = []
    taken = 0
    for path in sorted((CORPUS / folder).rglob("*")):
        source = Source(path, str(path))
        if path.is_file() and load(name).recognise(source):
            taken += 1
            records += load(name).read(source)
    return Counter({**Counter(type(record).__name__ for record in records), "files": taken}), records


def one(records: list[Record]) -> Run:
    """The only run."""
    (run,) = [record for record in records if isinstance(record, Run)]
    return run


def test_claude_code_tokens_are_counted_once_a_message() -> None:
    records = read("claude_code", "claude-code/spotter/258c7280-ae70-4798-800f-63464d01a85d.jsonl")
    main = [record for record in records if isinstance(record, Step) and not (record.branch or "").startswith(("subagent", "summary")) and record.file is None]
    assert sum(step.tokens_out or 0 for step in main) == 38_899
    assert one(records).task_id == "spotter-gqc"
    assert {record.branch for record in records if isinstance(record, Step)} >= {None, "summary", "subagent:a881341"}
    assert [record.type for record in records if isinstance(record, Event)] == ["interrupted", "compact_boundary"]


def test_claude_code_everything_is_recognised() -> None:
    counts, records = read_all("claude_code", "claude-code")
    assert counts["files"] >= 66
    assert counts["Run"] >= 56
    assert counts["ToolCall"] == 452
    assert {record.kind for record in records if isinstance(record, Problem)} == {"no_messages", "unknown_record", "continued_session"}


def test_claude_code_subagents_belong_to_their_session() -> None:
    records = read("claude_code", "claude-code/agentpile/subagents.jsonl")
    branches = {record.branch for record in records if isinstance(record, Step)}
    assert {f"subagent:afx000000000000{number}" for number in (1, 4, 5, 6)} <= branches
    assert read("claude_code", "claude-code/agentpile/subagents/subagents/agent-afx0000000000001.jsonl") == []


def test_api_errors_are_events_of_the_right_kind() -> None:
    events = [record for record in read("claude_code", "api-errors/claude-code-session.jsonl") if isinstance(record, Event)]
    assert Counter((event.channel, event.is_retry) for event in events) == {("synthetic_message", False): 5, ("agent_event", True): 1}
    events = [record for record in read("claude_stream", "api-errors/claude-stream-json.jsonl") if isinstance(record, Event)]
    assert [event.code for event in events if event.type == "result"] == ["400", "401", "error", "error_max_turns"]
    events = [record for record in read("codex_exec", "api-errors/codex-exec.jsonl") if isinstance(record, Event)]
    assert Counter(event.is_retry for event in events) == {True: 3, False: 2}
    events = [record for record in read("codex_rollout", "api-errors/codex-rollout.jsonl") if isinstance(record, Event)]
    assert [(event.type, event.code) for event in events] == [("task_complete", "usage_limit_exceeded"), ("turn_aborted", "interrupted")]


def test_codex() -> None:
    counts, _ = read_all("codex_rollout", "codex")
    assert (counts["files"], counts["Run"], counts["ToolCall"]) == (11, 11, 16)
    run = one(read("codex_rollout", "codex/agentlogs/crud.jsonl"))
    assert (run.model, run.tokens_in, run.tokens_out) == ("gpt-5.2-codex", 47_257, 300)
    assert read_all("codex_exec", "codex-exec-json")[0]["files"] == 2


def test_inspect_archives() -> None:
    counts, records = read_all("inspect_eval", "inspect")
    assert (counts["files"], counts["Run"], counts["ToolCall"], counts["Check"]) == (13, 63, 52, 75)
    assert {record.kind for record in records if isinstance(record, Problem)} == {"missing_samples", "truncated_archive", "truncated_member"}
    runs = [record for record in records if isinstance(record, Run)]
    assert len({run.run_id for run in runs if "killed" not in run.source}) == len([run for run in runs if "killed" not in run.source])
    assert {record.code for record in records if isinstance(record, Event) and record.channel == "limit"} == {"steps"}


def test_inspect_archive_and_json_of_one_log_agree() -> None:
    folder = "inspect/inspect_ai/tests/log/test_eval_log/log_formats"
    archive, document = (
        [record for record in read(name, f"{folder}{end}") if isinstance(record, (Step, ToolCall, Check))] for name, end in (("inspect_eval", ".eval"), ("inspect_json", ".json"))
    )
    assert [record.role for record in archive if isinstance(record, Step)] == [record.role for record in document if isinstance(record, Step)]
    assert [record.check_name for record in archive if isinstance(record, Check)] == [record.check_name for record in document if isinstance(record, Check)]
