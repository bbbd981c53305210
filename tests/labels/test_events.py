"""Label files: nothing that was labelled is lost, what is broken is named by line, undo is exact."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triage.errors import StoreError
from triage.labels.append import append, file_of
from triage.labels.events import fold, from_fields, is_stale, new_id, now, open_notes, read_events, withdrawal
from triage.labels.mirror import label_rows
from triage.model import Label


def make(run: str = "r1", verdict: str = "intended", annotator: str = "ann", **fields: object) -> Label:
    return from_fields({"label_id": new_id(), "run_id": run, "verdict": verdict, "annotator": annotator, "at": now(), **fields})


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
LABELS = st.builds(
    make,
    run=TEXT.filter(bool),
    verdict=st.sampled_from(["intended", "infra", "unclear"]),
    annotator=st.sampled_from(["ann", "Bob O'Neill", "../x", "Ünal"]),
    note=TEXT | st.none(),
    step=st.integers(0, 10**6) | st.none(),
    seconds=st.floats(0, 1e6) | st.none(),
    steps_seen=st.floats(0, 1) | st.none(),
    blind=st.booleans(),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(LABELS, max_size=8))
def test_what_is_appended_is_read_again_whole(labels: list[Label]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "labels"
        for label in labels:
            append(folder, [label])
        files = read_events(folder)
        assert not files.broken
        assert {e.label_id: e for e in files.events} == {e.label_id: e for e in labels}
        assert all(p.parent == folder for p in Path(name).rglob("*.jsonl"))


@settings(max_examples=40, deadline=None)
@given(st.lists(LABELS, min_size=1, max_size=6), st.data())
def test_garbage_between_and_within_lines_loses_no_other_line(labels: list[Label], data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        append(folder, [label._replace(annotator="ann") for label in labels])
        path = file_of(folder, "ann")
        lines = path.read_bytes().splitlines()
        spoilt = data.draw(st.integers(0, len(lines) - 1))
        lines[spoilt] = lines[spoilt][: data.draw(st.integers(1, len(lines[spoilt]) - 1))]
        lines[spoilt:spoilt] = [b"<<<<<<< HEAD", b"\xff\xfe\x00", b"[1, 2]", b"null"]
        path.write_bytes(b"\n".join(lines))
        files = read_events(folder)
        assert len(files.events) == len(labels) - 1
        assert [b.line for b in files.broken] == [spoilt + n for n in range(1, 6)]
        append(folder, [make("after")])
        assert any(e.run_id == "after" for e in read_events(folder).events), "a line cut at the end must not swallow the next"


def test_a_merge_conflict_is_named_by_file_and_line_and_both_sides_count(tmp_path: Path) -> None:
    append(tmp_path, [make("a"), make("b")])
    path = file_of(tmp_path, "ann")
    one, two = path.read_text().splitlines()
    path.write_text(f"<<<<<<< HEAD\n{one}\n=======\n{two}\n>>>>>>> other\n")
    files = read_events(tmp_path)
    assert {e.run_id for e in files.events} == {"a", "b"}
    assert str(files.broken[0]).startswith(f"{path}:1: a merge conflict marker")
    assert [b.line for b in files.broken] == [1, 3, 5]


def test_undo_brings_back_the_label_before(tmp_path: Path) -> None:
    first, second = make(verdict="infra"), make(verdict="cheated")
    key = ("r1", "ann")
    assert fold([first, second])[key] == second
    assert fold([first, second, withdrawal(second)])[key] == first
    assert fold([withdrawal(second), first, second])[key] == first, "the order of merged lines does not matter"
    assert fold([first, second, withdrawal(second), withdrawal(first)]) == {}
    append(tmp_path, [first, second, withdrawal(second)])
    assert [row[5] for row in label_rows(tmp_path)] == ["infra"]


def test_a_line_twice_counts_once_and_annotators_are_apart() -> None:
    mine, other = make(), make(annotator="bob", verdict="infra")
    assert len(fold([mine, mine, other])) == 2


@pytest.mark.parametrize("field", [{"verdict": 3}, {"run_id": None}, {"step": "7"}, {"seconds": True}, {"origin": "guessed"}, {"at": ""}, {"note": []}])
def test_wrong_types_are_named(field: dict[str, object]) -> None:
    name = next(iter(field))
    with pytest.raises(ValueError, match=name):
        from_fields({**make()._asdict(), **field})


def test_stale_only_where_both_digests_are_known_and_differ() -> None:
    assert is_stale(make(run_digest="a"), "b")
    assert not is_stale(make(run_digest="a"), "a")
    assert not is_stale(make(), "b")
    assert not is_stale(make(run_digest="a"), None)


def _append_many(folder: Path, who: str, count: int) -> None:
    for i in range(count):
        append(folder, [make(f"{who}{i}", annotator="same", note="x" * 500)])


def test_two_writers_of_one_file_lose_nothing(tmp_path: Path) -> None:
    context = get_context("spawn")
    workers = [context.Process(target=_append_many, args=(tmp_path, who, 40)) for who in "ab"]
    for w in workers:
        w.start()
    for w in workers:
        w.join()
    files = read_events(tmp_path)
    assert not files.broken
    assert len(files.events) == 80


def test_kill_9_right_after_a_label_loses_nothing(tmp_path: Path) -> None:
    """The writer says each run's id once its label was saved, and is killed in the middle of the next."""
    code = (
        "import sys; from pathlib import Path; from triage.labels.append import append; from triage.labels.events import from_fields, new_id, now\n"
        "for i in range(10**6):\n"
        "    append(Path(sys.argv[1]), [from_fields(dict(label_id=new_id(), run_id=str(i), verdict='infra', annotator='a', at=now(), note='n' * 2000))])\n"
        "    print(i, flush=True)\n"
    )
    writer = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    said = [writer.stdout.readline().strip() for _ in range(25)]
    os.kill(writer.pid, signal.SIGKILL)
    said += writer.stdout.read().split()
    writer.wait()
    files = read_events(tmp_path)
    assert set(said) <= {e.run_id for e in files.events}
    append(tmp_path, [make("next", annotator="a")])
    assert any(e.run_id == "next" for e in read_events(tmp_path).events)


def test_a_full_disk_is_told_and_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append(tmp_path, [make("kept")])
    before = file_of(tmp_path, "ann").read_bytes()
    real = os.write
    calls: list[int] = []

    def half_then_full(file: int, data: bytes) -> int:
        if calls:
            raise OSError(28, "No space left on device")
        calls.append(1)
        return real(file, bytes(data)[:10])

    monkeypatch.setattr(os, "write", half_then_full)
    with pytest.raises(StoreError, match="No space left"):
        append(tmp_path, [make("lost")])
    assert file_of(tmp_path, "ann").read_bytes() == before


def test_a_note_is_no_label_and_waits_for_one(tmp_path: Path) -> None:
    append(tmp_path, [make(verdict="noted", note="first thought"), make(verdict="noted", note="reads the wrong file")])
    label = make(verdict="infra", note="reads the wrong file")
    events = read_events(tmp_path).events
    assert not fold(events)
    assert not label_rows(tmp_path)
    assert open_notes(events) == {("r1", "ann"): "reads the wrong file"}
    append(tmp_path, [label])
    assert not open_notes(read_events(tmp_path).events)
    append(tmp_path, [withdrawal(label)])
    assert open_notes(read_events(tmp_path).events) == {("r1", "ann"): "reads the wrong file"}
    append(tmp_path, [make(verdict="noted", note=None)])
    assert not open_notes(read_events(tmp_path).events)
