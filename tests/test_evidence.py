"""Evidence can be opened: the file that it names is there, and the line that it names holds what it quotes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from triage.formats.graders.log_facts import KEEP, log_facts
from triage.pipeline import ingest_and_detect
from triage.store.read import Reader

SAMPLES = Path(__file__).parents[1] / "sample_transcripts"
TOUCHED = ("tool_call", "tool_result", "assistant")
"""Channels whose file is the one that the agent touched: their place is the step."""
WIDTH = 160


def strings(value: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)


def holds(line: str, quote: str) -> bool:
    """Whether a line has the first line of the quote, as it is or as a JSON text; a code may stand before the quote."""
    wanted = re.sub(r"^command_not_found ", "", quote.strip().splitlines()[0].strip())[:60]
    try:
        return wanted in line or any(wanted in text for text in strings(json.loads(line)))
    except json.JSONDecodeError:
        return False


def places(db: Path) -> list[tuple[str, Path, int | None, str]]:
    """Kind, file, line and quote of all evidence in files of runs."""
    with Reader(db) as reader:
        sources = {r["run_id"]: Path(r["source"]) for r in reader.rows("select run_id, source from runs")}
        found = []
        for row in reader.rows("select kind, evidence from findings"):
            for e in json.loads(row["evidence"] or "[]"):
                source = sources.get(e["run_id"])
                if source is None or e["channel"] in (*TOUCHED, "task_file", "prompt") or (e["file"] is None and e["line"] is None):
                    continue
                folder = source if source.is_dir() else source.parent
                found.append((row["kind"], folder / e["file"] if e["file"] else source, e["line"], e["quote"] or ""))
    return found


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("evidence") / "samples.duckdb"
    ingest_and_detect([str(SAMPLES)], db, jobs=1)
    return db


def test_places_of_the_samples(samples: Path) -> None:
    found = places(samples)
    assert sum(line is not None for *_, line, _ in found) > 50
    for kind, path, line, quote in found:
        assert path.is_file(), f"{kind}: {path}"
        if line is not None:
            assert holds(path.read_text(encoding="utf-8").split("\n")[line - 1], quote), f"{kind}: {path}:{line}: {quote}"


def test_lines_that_the_screen_broke_and_the_log_of_the_whole_run(tmp_path: Path) -> None:
    run = tmp_path / "2026-03-16__11-00-00"
    trial = run / "drift" / "drift.1-of-1.2026-03-16__11-00-00"
    (trial / "panes").mkdir(parents=True)
    long = "E   AssertionError: " + "x" * (2 * WIDTH)
    broken = [long[n : n + WIDTH] for n in range(0, len(long), WIDTH)]
    (trial / "panes" / "post-test.txt").write_text(
        "\n".join(
            [
                "",
                "collected 1 item",
                *broken,
                "/bin/sh: 1: jupyter: not found",
                *broken,
                "E   PermissionError: [Errno 13] Permission denied: '/app'",
                "",
                "==== 1 failed in 0.10s ====",
                "",
            ]
        )
    )
    record = {"trial_name": trial.name, "task_id": "drift", "instruction": "Do.", "is_resolved": None, "failure_mode": "unknown_agent_error", "parser_results": None}
    (trial / "results.json").write_text(json.dumps(record))
    (run / "results.json").write_text(json.dumps({"id": run.name, "results": [record]}))
    (run / "run_metadata.json").write_text(json.dumps({"run_id": run.name}))
    (run / "run.log").write_text(
        f"Starting\nHarness execution failed for /cache/drift ({trial.name}): No space left on device\nTraceback (most recent call last):\n  File \"harness.py\", line 3, in run\nOSError: [Errno 28] No space left on device: '/cache'\n"
    )
    ingest_and_detect([str(tmp_path)], tmp_path / "t.duckdb", jobs=1)
    with Reader(tmp_path / "t.duckdb") as reader:
        events = reader.rows("select type, text, file, line from run_events where line is not null and type not in ('log')")
        assert {e["file"] for e in events} >= {"panes/post-test.txt", "../../run.log"}
        for e in events:
            lines = (trial / e["file"]).read_text().split("\n")
            assert e["text"].split("\n")[0][:100] in lines[e["line"] - 1], e
    found = places(tmp_path / "t.duckdb")
    assert found
    for kind, path, line, quote in found:
        assert path.is_file(), kind
        if line is not None:
            assert holds(path.read_text().split("\n")[line - 1], quote), f"{kind}: {path}:{line}: {quote}"


def test_numbers_of_lines_are_those_of_an_editor() -> None:
    text = "form\x0cfeed and \x85 next line\nprogress 1%\rprogress 2%\n==== no tests ran in 0.1s ====\n"
    assert [(e.type, e.line) for e in log_facts(text, "log")] == [("tests_ran", 3)]
    long = "a\n" * KEEP + "b\n" * KEEP + "==== no tests ran in 0.1s ====\n"
    assert [e.line for e in log_facts(long, "log")] == [2 * KEEP + 1]
