"""Runs for review from a real store."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from triage.cli import main
from triage.errors import StoreError
from triage.store.ahead import Ahead
from triage.store.review_rows import Filters
from triage.store.reviews import StoreReviews


@pytest.fixture(scope="module")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> StoreReviews:
    root = tmp_path_factory.mktemp("runs")
    for name, passed, said in (("a", False, "I averaged the rates"), ("b", False, "something else"), ("c", True, "pooled")):
        folder = root / "runs" / name
        folder.mkdir(parents=True)
        (folder / "run.json").write_text(json.dumps({"run_id": name, "task": "drift", "task_version": "1", "model": "m-" + name}))
        (folder / "transcript.jsonl").write_text("".join(json.dumps(m) + "\n" for m in [{"role": "user", "content": "Repair it."}, {"role": "assistant", "content": said}]))
        (folder / "grader.json").write_text(
            json.dumps({"passed": passed, "score": float(passed), "checks": [{"name": "rates", "status": "passed" if passed else "failed", "message": "got 30"}]})
        )
        (folder / "grader.log").write_text("one check")
    with pytest.raises(SystemExit):
        main(["ingest", str(root / "runs"), "--db", str(root / "t.duckdb"), "--labels", str(root / "labels")])
    return StoreReviews(root / "t.duckdb")


def test_the_queue_holds_failures_and_obeys_filters(reviews: StoreReviews) -> None:
    def ids(filters: Filters) -> list[str]:
        return [row.run_id for row in reviews.queue(filters)]

    assert ids(Filters()) == ["a", "b"]
    assert ids(Filters("all")) == ["a", "b", "c"]
    assert ids(Filters("passed")) == ["c"]
    assert ids(Filters(text="AVERAGED the")) == ["a"]
    assert ids(Filters(model="*-b")) == ["b"]
    assert ids(Filters(task="dr*", cluster="none")) == []
    assert ids(Filters(finding="no.such")) == []


def test_a_run_is_read_whole(reviews: StoreReviews) -> None:
    run = reviews.open_run("a")
    assert run is not None
    assert [s.text for s in run.steps] == ["Repair it.", "I averaged the rates"]
    assert [(c.check_name, c.status, c.message) for c in run.checks] == [("rates", "failed", "got 30")]
    assert run.row.run_digest
    assert any("one check" in e.text for e in run.events)
    assert reviews.open_run("nobody") is None


def test_the_passing_run_and_the_facts(reviews: StoreReviews) -> None:
    assert reviews.nearest_pass("a") == "c"
    facts = reviews.facts_of(["a", "c"])
    assert "failed check rates" in facts[0].facts
    assert "got 30" in facts[0].text
    assert reviews.facts_of([]) == []


HOLD = """
import sys
from pathlib import Path
from triage.store.connect import open_store
db = open_store(Path(sys.argv[1]), write=True)
db.execute("INSERT OR REPLACE INTO meta VALUES ('note', ?)", [sys.argv[2]])
print("held", flush=True)
sys.stdin.readline()
db.close()
"""


@contextmanager
def written(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process writes the store."""
    with subprocess.Popen([sys.executable, "-c", HOLD, str(path), str(time.time_ns())], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.communicate("\n")


def test_a_writer_may_write_while_the_review_is_open(reviews: StoreReviews) -> None:
    assert reviews.queue(Filters())
    with written(reviews.path):
        pass
    assert reviews.queue(Filters())


def test_a_store_that_is_written_is_waited_for(reviews: StoreReviews) -> None:
    mine = StoreReviews(reviews.path, patience=30)
    with written(reviews.path) as process:
        assert process.stdin is not None
        threading.Timer(0.3, lambda: process.stdin and (process.stdin.write("\n"), process.stdin.flush())).start()
        assert [row.run_id for row in mine.queue(Filters())] == ["a", "b"]
        assert mine._copy is None


def test_else_a_copy_is_read_with_a_word_until_the_writer_ends(reviews: StoreReviews) -> None:
    said: list[str] = []
    mine = StoreReviews(reviews.path, patience=0, say=said.append)
    with written(reviews.path) as process:
        assert [row.run_id for row in mine.queue(Filters())] == ["a", "b"]
        assert mine.open_run("a") is not None
        assert len(said) == 1
        assert f"locked by process {process.pid}" in said[0]
        assert "a copy of how it last was" in said[0]
        assert not mine.changed()
        assert not mine.changed(), "it is still held"
        copy = mine._copy
        assert copy is not None
    mine.changed()
    assert mine.changed(), "what was read was a copy"
    assert mine.queue(Filters())
    assert not copy.exists()
    assert not mine.changed()


def test_a_writing_is_noticed_once_it_has_settled(reviews: StoreReviews) -> None:
    reviews.queue(Filters())
    assert not reviews.changed()
    with written(reviews.path):
        pass
    assert not reviews.changed(), "perhaps it is still being written"
    assert reviews.changed()
    reviews.queue(Filters())
    assert not reviews.changed()


def test_where_there_is_nothing_to_copy_yet_it_says_locked(tmp_path: Path, reviews: StoreReviews, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triage.store.reviews.snapshot", lambda store, copy: False)
    with written(reviews.path), pytest.raises(StoreError, match="locked by process"):
        StoreReviews(reviews.path, patience=0).queue(Filters())


def test_the_queue_read_by_a_second_process_is_the_same(reviews: StoreReviews, tmp_path: Path) -> None:
    ahead = Ahead.start(reviews.path, Filters("all"))
    if ahead is None:
        pytest.skip("no fork here")
    assert ahead.is_ready()
    mine = StoreReviews(reviews.path, ahead=(Filters("all"), ahead))
    assert mine.queue(Filters("all")) == reviews.queue(Filters("all"))
    assert not mine.changed()
    missing = Ahead.start(tmp_path / "no.duckdb", Filters())
    assert missing is not None
    assert not missing.is_ready()
    with written(reviews.path):
        held = Ahead.start(reviews.path, Filters())
        assert held is not None
        assert not held.is_ready(), "the first process has a word to say of that"
