"""Names that options give and nothing has, and listings without a row: told with what there is, and a header all the same."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from triage.cli import main
from triage.pipeline import ingest_and_detect


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("unknown")
    for n, version in enumerate(("v1", "v1", "3f2a9c1d77aa")):
        run = folder / "runs" / f"r{n}"
        run.mkdir(parents=True)
        (run / "run.json").write_text(json.dumps({"run_id": f"drift__{n}", "task": "drift", "task_version": version, "model": "acme/atlas"}))
        (run / "transcript.jsonl").write_text(json.dumps({"role": "assistant", "content": "done"}) + "\n")
        (run / "grader.json").write_text(json.dumps({"score": 0, "checks": [{"name": "rates", "status": "failed", "message": "expected 1 got 2"}]}))
    ingest_and_detect([str(folder / "runs")], folder / "t.duckdb", jobs=1)
    return str(folder / "t.duckdb")


@pytest.fixture(autouse=True)
def _own_labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIAGE_LABELS", str(tmp_path / "labels"))


def code(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    assert isinstance(end.value.code, int)
    return end.value.code


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["checks", "drift", "--version", "NOPE"], "it has 3f2a9c1d77aa, v1"),
        (["gate", "drift", "--version", "NOPE"], "it has 3f2a9c1d77aa, v1"),
        (["compare", "drift", "NOPE"], "it has 3f2a9c1d77aa, v1"),
        (["clusters", "drift", "--check", "rate"], "did you mean rates?"),
        (["runs", "--task", "nope"], "there is no task 'nope'"),
        (["runs", "--verdict", "fail"], "did you mean failed?"),
        (["runs", "--verdict", "fial*"], "did you mean failed"),
        (["runs", "--model", "acme"], "did you mean acme/atlas?"),
        (["runs", "--suite", "s"], "the store has none"),
        (["runs", "--kind", "oracle"], "'oracle' is not one of"),
        (["tasks", "--task", "drfit"], "did you mean drift?"),
        (["findings", "--kind", "provider"], "did you mean 'provider.*'?"),
        (["findings", "--kind", "provider.rate_limit"], "did you mean provider.rate_limited?"),
        (["findings", "--kind", "provder.*"], "there is no kind 'provder.*'"),
        (["findings", "--severity", "bad"], "there are invalid, note, problem, suspicious"),
        (["findings", "nope"], "there is no finding 'nope'"),
        (["rerun-list", "--kind", "sandbox.oom"], "did you mean sandbox.oom_killed?"),
        (["rerun-list", "--model", "nobody"], "there are acme/atlas"),
        (["query", "checks", "-p", "tsk=drift"], "there is no parameter of checks 'tsk'"),
        (["labels", "export", "--annotator", "nobody"], "there is no annotator 'nobody'"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(words: list[str], told: str, db: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert code(*words, *(() if words[0] == "labels" else ("--db", db))) == 2
    printed = capsys.readouterr()
    assert told in printed.err
    assert printed.out == ""


@pytest.mark.parametrize(
    "words",
    [
        ["checks", "drift", "--version", "3f2a"],
        ["findings", "--kind", "provider.*"],
        ["findings", "--kind", "provider.rate_limited"],
        ["runs", "--model", "gale*"],
        ["runs", "--verdict", "passed,failed"],
        ["runs", "--task", "dri"],
        ["query", "checks", "-p", "task=drift"],
    ],
)
def test_what_is_known_or_may_be_empty_is_no_mistake(words: list[str], db: str) -> None:
    assert code(*words, "--db", db) == 0


@pytest.mark.parametrize(
    ("words", "column"),
    [
        (["runs", "--where", "false"], "run_id"),
        (["tasks", "--where", "false"], "suspicion"),
        (["findings", "--limit", "0"], "finding_id"),
        (["clusters", "--where", "false"], "cluster_id"),
        (["checks", "drift", "--where", "false"], "pass_rate_without"),
        (["labels", "list"], "annotator"),
        (["labels", "evaluate"], "precision"),
        (["query", "select run_id, score from runs where score > 5"], "score"),
        (["query", "checks", "-p", "task=none"], "role"),
        (["rerun-list", "--as", "csv"], "invalid_kind"),
    ],
)
def test_an_empty_csv_has_the_header_of_a_full_one(words: list[str], column: str, db: str, capsys: pytest.CaptureFixture[str]) -> None:
    form = () if words[0] == "rerun-list" else ("--format", "csv")
    assert code(*words, *form, "--db", db) == 0
    lines = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert len(lines) == 1
    assert column in lines[0]


def test_the_header_is_that_of_a_listing_with_rows(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    for listing in ("runs", "tasks", "findings", "clusters"):
        assert code(listing, "--format", "csv", "--db", db) == 0
        full = capsys.readouterr().out.splitlines()[0]
        assert code(listing, "--format", "csv", "--where", "false", "--db", db) == 0
        assert capsys.readouterr().out.splitlines() == [full]


def test_a_finding_by_the_beginning_of_its_id(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert code("findings", "--format", "json", "--scope", "task", "--db", db) == 0
    finding = json.loads(capsys.readouterr().out)[0]
    assert code("findings", finding["finding_id"][:8], "--db", db) == 0
    shown = capsys.readouterr().out
    assert finding["kind"] in shown
    assert f"triage detectors {finding['kind']}" in shown
    assert "triage checks drift" in shown
