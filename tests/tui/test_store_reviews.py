"""Runs for review from a real store."""

from __future__ import annotations

import json

import pytest

from triage.cli import main
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
