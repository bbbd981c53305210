"""Failure wordings and their lookalikes, each put into a run in the channel in which it appears: the first are found, the second left alone.

So are last words that end a run for the agent's own reasons, or that tidy up after it.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from triage.catalogue import detectors
from triage.detect import INFRASTRUCTURE
from triage.pipeline import ingest_and_detect
from triage.store.read import Reader

CASES = Path(__file__).parent / "cases" / "infrastructure"
Record = dict[str, Any]
VALID = ("budget.", "model_io.", "task_env.", "provider.content_filter", "provider.context_overflow", "grader.patch_apply_failed", "grader.agent_file_interference")
BEFORE_WORK = ("agent_setup.", "sandbox.start", "sandbox.image")
FAILED = {"score": 0.0, "passed": False, "checks": [{"name": "sums_rows", "status": "failed", "weight": 1, "message": "assert 41 == 42"}]}
GRADED = "collected 1 item\nFAILED tests/test_totals.py::sums_rows - assert 41 == 42\n1 failed in 0.31s\n"


def _read(name: str) -> list[Record]:
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def _turns(prompt: str, calls: list[tuple[str, str]], final: str | None) -> list[Record]:
    turns: list[Record] = [{"role": "user", "content": prompt}]
    for i, (command, result) in enumerate(calls):
        arguments = json.dumps({"command": command} if command else {})
        call = {"id": f"c{i}", "type": "function", "function": {"name": "bash", "arguments": arguments}}
        turns += [{"role": "assistant", "content": "", "tool_calls": [call]}, {"role": "tool", "tool_call_id": f"c{i}", "content": result}]
    return [*turns, {"role": "assistant", "content": final}] if final else turns


def _event(record: Record, ends: bool) -> str:
    """What the agent program prints: the text as its last word, or a notice before it goes on."""
    text = record["text"]
    if ends:
        return json.dumps({"type": "result", "subtype": "error_during_execution", "is_error": True, "result": text}) + "\n"
    notice = {"type": "system", "subtype": "api_retry", "attempt": 1, "error": text}
    return json.dumps(notice) + "\n" + json.dumps({"type": "result", "subtype": "success", "is_error": False, "result": "rows.csv adds up now."}) + "\n"


def _outside(record: Record, ends: bool, setup: bool) -> tuple[Record, dict[str, str]]:
    """What the harness and the agent program say: fields of run.json and log files."""
    channel, text = record["channel"], record["text"]
    if channel == "harness_exception":
        kind = text.split(":")[0].split("(")[0].strip()
        went_on = f"attempt 1 failed: {text}\nretrying in 9 s\nattempt 2 succeeded\nagent finished with exit code 0\n"
        return ({"exit_status": "error", "error": {"type": kind, "message": text}}, {}) if ends else ({}, {"harness.log": went_on})
    if channel == "harness_enum":
        return {"exit_status": text}, {}
    if channel == "agent_exit":
        return {"agent_exit_code": int(text)}, {"agent.log": f"{record['provider_or_harness']} exited\n"}
    if channel in ("harness_log", "build_log"):
        name = "setup.log" if setup or channel == "build_log" else "harness.log"
        return {}, {name: text + "\n" + ("" if ends else "agent finished with exit code 0\n")}
    if channel == "agent_event":
        return {}, {"agent.log": _event(record, ends)}
    if channel in ("api_error_json", "agent_stderr", "agent_stdout"):
        return {}, {"agent.log": text + "\n" + ("" if ends else _event(record, False).split("\n", 1)[1])}
    return {}, {}


def _grading(record: Record, ends: bool) -> tuple[Record, str]:
    channel, text = record["channel"], record["text"]
    if not channel.startswith("grader"):
        return ({"score": None, "passed": None, "checks": []}, "") if ends and record["taxon"].startswith("grader.") else (FAILED, GRADED)
    if not ends:
        check = {**FAILED["checks"][0], "message": text.splitlines()[-1]}  # type: ignore[index]
        return {**FAILED, "checks": [check]}, text + "\n" + GRADED
    error = {"type": "grader", "message": text} if channel == "grader_result" else None
    scored = error is None and hashlib.sha1(record["id"].encode()).digest()[0] % 2 == 0
    return {"score": 0.0 if scored else None, "passed": False if scored else None, "error": error, "checks": []}, text + "\n"


def _write(record: Record, number: int, ends: bool, folder: Path) -> None:
    channel, text, taxon = record["channel"], record["text"], record.get("taxon", "")
    calls, setup = [("ls", "rows.csv totals.py"), ("head -3 rows.csv", "a,1\nb,2\nc,3"), ("sed -i s/1:/0:/ totals.py", "")], ends and taxon.startswith(BEFORE_WORK)
    final = None if ends and not taxon.startswith("grader.") else "rows.csv adds up now."
    if channel.startswith("tool_result"):
        calls = calls + [("" if "empty_tool_call" in taxon else "make test", text)] * 24 if ends else [calls[0], ("tail -20 old.log", text), *calls[1:]]
    if channel == "assistant_tool_call":
        calls[0] = (text, "")
    turns = _turns(text if channel == "user_message" else "Let totals.py add up every row of rows.csv.", [] if setup else calls, text if channel == "assistant_text" else final)
    if channel == "synthetic_message":
        turns.insert(len(turns) if ends else 3, {"role": "assistant", "model": "<synthetic>", "content": text, "usage": {"input_tokens": 0, "output_tokens": 0}})
    said, logs = _outside(record, ends, setup)
    grader, log = _grading(record, ends)
    meta = {"run_id": record["id"], "task": f"task-{number % 40}", "kind": "agent", "model": "model-a", "agent": "walker", "exit_status": "completed", **said}
    folder.mkdir(parents=True)
    files = {"run.json": json.dumps(meta), "transcript.jsonl": "".join(json.dumps(t) + "\n" for t in turns), "grader.json": json.dumps(grader), "grader.log": log, **logs}
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, set[str]]]:
    """Verdict and kinds of findings, by run."""
    root = tmp_path_factory.mktemp("wordings")
    for name, ends in (("wordings", True), ("lookalikes", False), ("last_words", True)):
        for number, record in enumerate(_read(name)):
            _write({"taxon": "budget.", **record}, number, ends, root / "runs" / record["id"])
    ingest_and_detect([str(root / "runs")], root / "w.duckdb", jobs=1)
    with Reader(root / "w.duckdb") as reader:
        runs = reader.rows("select run_id, verdict from runs")
        found = reader.rows("select run_id, kind from findings where status = 'match' and run_id is not null")
    kinds: dict[str, set[str]] = {}
    for row in found:
        kinds.setdefault(str(row["run_id"]).split("/")[-1], set()).add(str(row["kind"]))
    return {name: (str(r["verdict"]), kinds.get(name, set())) for r in runs for name in [str(r["run_id"]).split("/")[-1]]}


def _found(record: Record, verdict: str, kinds: set[str]) -> bool:
    group = record["taxon"].split(".")[0] + "."
    # A dead grader may leave no score at all: then there is no verdict that could be invalid.
    due = {"invalid", "ungraded"} if group == "grader." else {"invalid"}
    return any(k.startswith(group) for k in kinds) and (record["taxon"].startswith(VALID) or verdict in due)


def test_wordings_are_found(said: dict[str, tuple[str, set[str]]]) -> None:
    records = _read("wordings")
    missed = [(r["id"], *said[r["id"]]) for r in records if not _found(r, *said[r["id"]])]
    assert len(missed) <= 0.02 * len(records), missed


def test_wordings_get_their_own_kind(said: dict[str, tuple[str, set[str]]]) -> None:
    records = _read("wordings")
    other = [(r["id"], *said[r["id"]]) for r in records if r["taxon"] not in said[r["id"]][1]]
    assert len(other) <= 0.05 * len(records), other


def test_lookalikes_are_left_alone(said: dict[str, tuple[str, set[str]]]) -> None:
    records = _read("lookalikes")
    alarms = [(r["id"], *said[r["id"]]) for r in records if said[r["id"]][0] == "invalid"]
    assert len(alarms) <= 0.01 * len(records), alarms


def test_every_kind_has_wordings() -> None:
    worded = Counter(r["taxon"] for r in _read("wordings"))
    by_shape = {"record.transcript_truncated"}  # told by the record's end, not by words
    kinds = {q.kind for q in detectors() if q.scope == "run" and q.kind.startswith(INFRASTRUCTURE)} - by_shape
    assert {kind: worded[kind] for kind in kinds if worded[kind] < 2} == {}


def test_last_words_of_the_agents_own_are_left_alone(said: dict[str, tuple[str, set[str]]]) -> None:
    alarms = [(r["id"], r["text"], *said[r["id"]]) for r in _read("last_words") if said[r["id"]][0] == "invalid"]
    assert not alarms, alarms
