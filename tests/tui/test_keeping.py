"""Nothing that was labelled is lost or refused: keys that come early, undo after a restart, notes, a store that is written meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from fake import run, small
from test_stories import _label, reading

from triage.labels.append import append
from triage.labels.events import open_notes, read_events
from triage.model import Event
from triage.store.review_rows import RunView

pytestmark = pytest.mark.asyncio


async def test_a_key_pressed_while_a_run_opens_is_for_that_run(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        r.screen.run_view = None  # as while a run is being read
        r.screen.give("infra")
        assert "for the run that opens now" in r.said
        assert r.current == {}
        r.screen.open_index(0)
        await r.rest()
        assert {k: v.verdict for k, v in r.current.items()} == {"r1": "infra"}
        assert r.run_id == "r2"


async def test_keys_typed_ahead_label_one_run_each(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        for verdict in ("infra", "cheated", "gave_up"):
            r.screen.give(verdict)
        for _ in range(4):
            await r.rest()
        assert {k: v.verdict for k, v in r.current.items()} == {"r1": "infra", "r2": "cheated", "r3": "gave_up"}


async def test_undo_takes_a_waiting_key_back_first_and_one_that_is_being_saved_next(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        r.screen.give("infra")
        r.screen.give("cheated")
        r.screen.action_undo()
        assert "before it counted" in r.said
        r.screen.action_undo()
        for _ in range(3):
            await r.rest()
        assert r.current == {}
        assert r.run_id == "r1"


async def test_undo_while_an_offer_is_shown_takes_the_label_back_and_the_offer_with_it(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("5")
        assert "like this? y" in r.said
        await r.press("u")
        assert r.current == {}
        await r.press("y")
        assert r.current == {}
        assert "copied" in r.said


async def test_undo_goes_on_after_a_restart_batch_by_batch(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("5", "y", "]", "1")
        assert len(r.current) == 4
    async with reading(tmp_path) as r:
        await r.press("u")
        assert set(r.current) == {"r1", "r2", "r3"}
        assert r.said.startswith("taken back: ")
        assert "(given 20" in r.said
        assert r.run_id == "r4"
        await r.press("u")
        assert set(r.current) == {"r1"}
        assert "2 inherited labels" in r.said
        await r.press("u", "u")
        assert r.current == {}
        assert "nothing to take back" in r.said


async def test_undo_after_a_restart_brings_the_label_before_and_leaves_others_alone(tmp_path: Path) -> None:
    append(tmp_path, [_label("r1", "infra"), _label("r1", "cheated"), _label("r2", "cheated", annotator="bob")])
    async with reading(tmp_path) as r:
        await r.press("u")
        assert (r.current["r1"].verdict, r.current["r2"].verdict) == ("infra", "cheated")


async def test_undo_says_where_the_run_is_not_in_the_queue(tmp_path: Path) -> None:
    append(tmp_path, [_label("elsewhere", "infra")])
    async with reading(tmp_path) as r:
        await r.press("u")
        assert "elsewhere, which is not in this queue" in r.said


async def test_a_note_on_an_inherited_label_is_saved_and_it_stays_inherited(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("5", "y", "H", "H", "H", "L")
        assert r.run_id == "r2"
        await r.press("i", *"same", "enter")
        label = r.current["r2"]
        assert (label.note, label.origin, label.cluster_id, label.verdict) == ("same", "inherited", "c-one", "undisclosed_contract")
        assert r.run_id == "r2", "a note does not move on"
        await r.press("u")
        assert r.current["r2"].note is None


async def test_a_note_keeps_the_time_and_share_of_the_reading(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("1", "H")
        before = r.current["r1"]
        await r.press("i", *"why", "enter")
        assert r.current["r1"] == before._replace(label_id=r.current["r1"].label_id, at=r.current["r1"].at, note="why", supersedes=before.label_id)


async def test_a_note_without_a_label_is_on_disk_at_once_and_there_again(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("i", *"why", "enter")
        assert list(open_notes(read_events(tmp_path).events).values()) == ["why"], "a kill from here on loses nothing"
        assert "r1" not in r.current
        await r.press("q")
        assert not r.app.is_running
    async with reading(tmp_path) as r:
        assert r.run_id == "r1", "a note is no label"
        await r.press("1")
        assert r.current["r1"].note == "why"
        assert not open_notes(read_events(tmp_path).events)
        await r.press("u")
        assert "r1" not in r.current


async def test_a_note_that_was_emptied_is_gone(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("i", *"why", "enter", "i", "backspace", "backspace", "backspace", "enter")
    async with reading(tmp_path) as r:
        await r.press("1")
        assert r.current["r1"].note is None


async def test_leaving_with_a_note_that_could_not_be_saved_is_asked_again(tmp_path: Path) -> None:
    async with reading(tmp_path / "labels") as r:
        (tmp_path / "labels").write_text("no folder")
        await r.press("i", *"why", "enter")
        assert "NOT SAVED" in r.said
        await r.press("q")
        assert "would be lost" in r.said
        assert r.app.is_running


async def test_a_store_written_meanwhile_is_read_anew_with_a_word(tmp_path: Path) -> None:
    runs = small()
    async with reading(tmp_path, runs) as r:
        await r.press("L")
        runs.runs["r7"] = run("r7")
        runs.runs["r2"] = runs.runs["r2"]._replace(row=runs.runs["r2"].row._replace(run_digest="another"))
        del runs.runs["r4"]
        runs.written = True
        r.screen.look_at_store()
        await r.rest()
        assert "the store was written: 1 new, 1 changed, 1 gone" in r.said
        assert r.run_id == "r2"
        await r.press("1")
        assert r.current["r2"].run_digest == "another"


async def test_the_queue_does_not_change_below_somebody_who_types(tmp_path: Path) -> None:
    runs = small()
    async with reading(tmp_path, runs) as r:
        await r.press("i", *"half")
        runs.written = True
        r.screen._look()
        await r.rest()
        assert runs.written, "not read anew"
        await r.press("escape")
        r.screen._look()
        await r.rest()
        assert not runs.written


async def test_a_label_given_while_the_queue_is_read_is_not_forgotten(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        files = r.screen.session.read_labels()
        saved = r.screen.session.saved
        await r.press("1")
        from triage.tui.messages import QueueRead

        r.screen.post_message(QueueRead([run.row for run in small().runs.values()], files, True, saved, False))
        for _ in range(3):
            await r.rest()
        assert r.screen.session.mine["r1"].verdict == "intended"


async def test_evidence_and_the_decisive_step_are_marked_in_the_transcript(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        assert "◀ evidence of contract.ambiguous" in r.text()
        await r.press("g", "l", "l", "m")
        assert "◆ decisive" in r.text()
        await r.press("1", "H")
        assert "◆ decisive" in "\n".join(r.screen.transcript.tails.values())
    async with reading(tmp_path / "blind", blind=True) as r:
        assert "evidence of" not in r.text()


async def test_a_run_without_a_transcript_opens_at_the_graders_part(tmp_path: Path) -> None:
    runs = small()
    printed = [Event("r1", n, "agent", "agent_stdout", "log", text=f"agent line {n}") for n in range(200)]
    printed += [Event("r1", 200 + n, "grader", "grader_stdout", "log", text=f"FAILED test {n}") for n in range(60)]
    runs.runs["r1"] = _bare(runs.runs["r1"], printed)
    async with reading(tmp_path, runs) as r:
        text = r.text()
        assert "FAILED test 0" in text
        assert "agent line 150" not in text


def _bare(view: RunView, events: list[Event]) -> RunView:
    return view._replace(steps=[], calls=[], events=events)


async def test_two_readers_on_one_folder_keep_their_labels_apart(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        append(tmp_path, [_label("r1", "cheated", annotator="bob")])
        await asyncio.gather(r.press("1"))
        said = {(e.annotator, e.verdict) for e in read_events(tmp_path).events if e.run_id == "r1"}
        assert said == {("bob", "cheated"), ("ann", "intended")}
