"""Labels from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from triage.cli import main
from triage.labels.events import fold, read_events
from triage.model import Label

RUNS = {"drift__aa1": False, "drift__ab2": False, "drift__b3": True, "sync__c4": False}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("cli")
    for name, passed in RUNS.items():
        folder = root / "runs" / name
        folder.mkdir(parents=True)
        (folder / "run.json").write_text(json.dumps({"run_id": name, "task": name.split("__")[0], "task_version": "1"}))
        (folder / "transcript.jsonl").write_text(json.dumps({"role": "assistant", "content": "done"}) + "\n")
        (folder / "grader.json").write_text(json.dumps({"passed": passed}))
    run("ingest", str(root / "runs"), "--db", str(root / "t.duckdb"), "--labels", str(root / "none"), "-q")
    return root / "t.duckdb"


def run(*words: str) -> int:
    """Exit code of a command."""
    with pytest.raises(SystemExit) as end:
        main(list(words))
    assert isinstance(end.value.code, int)
    return end.value.code


@pytest.fixture
def words(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of labels; store and labels are given by the environment."""
    monkeypatch.setenv("TRIAGE_DB", str(store))
    monkeypatch.setenv("TRIAGE_LABELS", str(tmp_path / "labels"))
    monkeypatch.setenv("TRIAGE_ANNOTATOR", "ann")
    return tmp_path / "labels"


def current(folder: Path) -> dict[tuple[str, str], Label]:
    return fold(read_events(folder).events)


def test_a_label_for_half_an_id_with_a_note(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("label", "ab2", "grader-bug", "--note", "the check compares floats", "--step", "3") == 0
    label = current(words)["drift__ab2", "ann"]
    assert (label.verdict, label.note, label.step, label.task_id, label.origin) == ("grader_bug", "the check compares floats", 3, "drift", "read")
    assert label.run_digest
    assert "grader_bug: drift__ab2" in capsys.readouterr().err


def test_the_key_of_a_verdict_will_do_and_a_label_can_be_withdrawn(words: Path) -> None:
    assert run("label", "sync", "2", "-q") == 0
    assert current(words)["sync__c4", "ann"].verdict == "infra"
    assert run("label", "sync", "withdrawn", "-q") == 0
    assert current(words) == {}
    assert run("label", "sync", "withdrawn", "-q") == 1, "there is none any more"


def test_errors_name_what_was_meant(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("label", "ab2", "grader_bugg") == 2
    assert "did you mean grader_bug?" in capsys.readouterr().err
    assert run("label", "drift__a", "infra") == 2
    assert "2 runs match 'drift__a': drift__aa1, drift__ab2" in capsys.readouterr().err
    assert run("label", "drft__aa1", "infra") == 2
    assert "drift__aa1" in capsys.readouterr().err
    assert current(words) == {}


def test_export_and_import_come_round(words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("label", "aa1", "intended", "-q", "--note", "averaged, not pooled")
    run("label", "c4", "infra", "-q")
    capsys.readouterr()
    assert run("labels", "export") == 0
    csv = capsys.readouterr().out
    assert csv.splitlines()[0] == "id,target,split"
    assert {line.rsplit(",", 1)[0] for line in csv.splitlines()[1:]} == {"drift__aa1,intended", "sync__c4,infra"}
    (tmp_path / "scout.csv").write_text(csv)
    (tmp_path / "all.jsonl").unlink(missing_ok=True)
    assert run("labels", "export", "--format", "jsonl", "--out", str(tmp_path / "all.jsonl")) == 0
    assert run("labels", "import", str(tmp_path / "scout.csv")) == 0
    assert "2 labels imported, 0 lines left out" in capsys.readouterr().err
    label = current(words)["drift__aa1", "scout"]
    assert (label.verdict, label.origin, label.task_id) == ("intended", "imported", "drift")
    assert label.run_digest, "taken from the store"
    assert run("labels", "import", str(tmp_path / "all.jsonl"), "--annotator", "someone") == 0
    assert current(words)["drift__aa1", "ann"].note == "averaged, not pooled"


def test_import_names_lines_that_say_nothing_and_maps_foreign_words(words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f.csv").write_text("id,target,split\ndrift__aa1,true,x\ndrift__b3,nonsense,x\n,infra,x\ngone,true,x\n")
    assert run("labels", "import", str(tmp_path / "f.csv"), "--map", "true=infra") == 3
    said = capsys.readouterr().err
    assert "f.csv:3" in said
    assert "f.csv:4" in said
    assert "2 labels imported, 2 lines left out; 1 name a run that is not in the store" in said
    assert run("labels", "import", str(tmp_path / "f.csv"), "--map", "nothing") == 2
    (tmp_path / "bare.csv").write_text("a,b\n1,2\n")
    assert run("labels", "import", str(tmp_path / "bare.csv")) == 2
    assert "no columns id and target" in capsys.readouterr().err


def test_agreement_with_its_confusion_table(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("labels", "agreement") == 0
    assert "no run was labelled by two people yet" in capsys.readouterr().out
    for who, verdicts in (("ann", "1122"), ("bob", "1121")):
        for name, verdict in zip(RUNS, verdicts, strict=True):
            run("label", name, verdict, "--annotator", who, "-q")
    assert run("labels", "agreement") == 0
    out = capsys.readouterr().out
    assert "4 runs labelled by two or more of 2 people" in out
    assert "ann and bob: 3 of 4 alike, kappa 0.50" in out
    assert "sync__c4: ann infra, bob intended" in out
    assert run("labels", "agreement", "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)[0]
    assert found["pairs"][0]["raw"] == 0.75
    assert found["pairs"][0]["confusion"]["infra"] == {"infra": 1, "intended": 1}


def test_evaluate_and_list(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("label", "aa1", "infra", "-q")
    run("label", "ab2", "intended", "-q")
    capsys.readouterr()
    assert run("labels", "evaluate", "--format", "json") == 0
    scores = json.loads(capsys.readouterr().out)
    assert all(s["labelled"] == 2 for s in scores)
    assert any(s["verdict"] == "infra" and s["wanted"] == 1 for s in scores)
    assert run("labels", "list", "--format", "json") == 0
    assert {(r["run_id"], r["verdict"], r["stale"]) for r in json.loads(capsys.readouterr().out)} == {("drift__aa1", "infra", False), ("drift__ab2", "intended", False)}


def test_a_label_file_broken_by_a_merge_is_named_by_line(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("label", "aa1", "infra", "-q")
    with (words / "ann.jsonl").open("a") as file:
        file.write("<<<<<<< HEAD\n")
    capsys.readouterr()
    assert run("labels", "export") == 0
    told = capsys.readouterr()
    assert "ann.jsonl:2: a merge conflict marker" in told.err
    assert "drift__aa1,infra" in told.out


def test_review_explains_itself_and_needs_a_terminal(words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("review", "--help") == 0
    out = capsys.readouterr().out
    for option in ("--task", "--cluster", "--sample", "--seed", "--annotator", "--blind", "--web", "--port", "--pause", "--db", "--labels"):
        assert option in out
    assert run("review") == 2
    assert "triage label RUN VERDICT" in capsys.readouterr().err
