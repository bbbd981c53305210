"""Stories: keys are pressed, labels are on disk, the screen shows what it should."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fake import HOSTILE, FakeReviews, run, small
from textual.pilot import Pilot

from triage.errors import StoreError
from triage.labels.append import append
from triage.labels.events import fold, from_fields, new_id, now, read_events
from triage.model import Label, Step
from triage.tui.app import ReviewApp
from triage.tui.screens.compare import Compare
from triage.tui.screens.menu import Menu
from triage.tui.screens.page import Page
from triage.tui.screens.review import ReviewScreen
from triage.tui.widgets.line_view import LineView

pytestmark = pytest.mark.asyncio


class Reader:
    """A person at the terminal."""

    def __init__(self, pilot: Pilot[None], app: ReviewApp, labels: Path) -> None:
        self.pilot, self.app, self.labels = pilot, app, labels

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.rest()

    async def rest(self) -> None:
        for _ in range(3):
            await self.app.workers.wait_for_complete()
            await self.pilot.pause()

    @property
    def screen(self) -> ReviewScreen:
        return next(s for s in self.app.screen_stack if isinstance(s, ReviewScreen))

    @property
    def run_id(self) -> str:
        assert self.screen.run_view is not None
        return self.screen.run_view.row.run_id

    @property
    def said(self) -> str:
        return self.screen.bar.message

    @property
    def current(self) -> dict[str, Label]:
        return {run_id: label for (run_id, _), label in fold(read_events(self.labels).events).items()}

    def text(self) -> str:
        """Everything on the screen."""
        return "\n".join("".join(s.text for s in line) for line in self.app.screen._compositor.render_strips())


@asynccontextmanager
async def reading(labels: Path, reviews: FakeReviews | None = None, size: tuple[int, int] = (120, 40), **options: Any) -> AsyncIterator[Reader]:
    app = ReviewApp(reviews or small(), labels, annotator="ann", pause=0, **options)
    async with app.run_test(size=size) as pilot:
        reader = Reader(pilot, app, labels)
        await reader.rest()
        yield reader


async def test_the_first_screen_answers_why_it_failed(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        text = r.text()
        for wanted in (
            "run 1 of 4",
            "replay_rates",
            "pooled 0.0312",
            "mean 0.0475",
            "in 3 of 4 failing runs",
            "contract.ambiguous",
            "step 3: Traceback",
            "Repair the drift audit.",
            "+ rates = mean(errs)",
        ):
            assert wanted in text


async def test_one_key_labels_saves_and_opens_the_next(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("4")
        label = r.current["r1"]
        assert (label.verdict, label.origin, label.run_digest, label.blind) == ("ambiguous_prompt", "read", "dr1", False)
        assert label.seconds is not None
        assert 0 < (label.steps_seen or 0) < 1
        assert r.run_id == "r2"
        assert "saved: Prompt allows another reading" in r.said
        assert "1 labelled · 3 left" in r.text()


async def test_undo_goes_back_across_runs_and_brings_the_label_before(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("1", "2", "H", "H", "6")
        assert {k: v.verdict for k, v in r.current.items()} == {"r1": "cheated", "r2": "infra"}
        await r.press("u")
        assert (r.current["r1"].verdict, r.run_id) == ("intended", "r1")
        await r.press("u", "u")
        assert r.current == {}
        await r.press("u")
        assert "nothing to take back" in r.said


async def test_repeat_skip_and_next_unlabelled(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press(".")
        assert "no label was given yet" in r.said
        await r.press("3", ".", "x")
        assert {k: v.verdict for k, v in r.current.items()} == {"r1": "grader_bug", "r2": "grader_bug"}
        assert r.run_id == "r4"
        assert "1 skipped" in r.text()
        await r.press("H", "H", "]")
        assert r.run_id == "r4"
        await r.press("7")
        assert "all done: 3 read, 0 inherited, 1 skipped" in r.said


async def test_the_rest_of_a_cluster_inherits_after_one_was_read(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("5")
        assert "label the other 2 of its cluster like this? y" in r.said
        await r.press("y")
        assert {k: (v.verdict, v.origin, v.cluster_id) for k, v in r.current.items() if k != "r1"} == {
            "r2": ("undisclosed_contract", "inherited", "c-one"),
            "r3": ("undisclosed_contract", "inherited", "c-one"),
        }
        assert "2 inherited" in r.text()
        await r.press("u")
        assert set(r.current) == {"r1"}


async def test_note_and_mark_go_into_the_label_and_typing_labels_nothing(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("g", "e", "m", "i", *"why 123 q", "enter")
        assert r.current == {}
        await r.press("1")
        assert (r.current["r1"].note, r.current["r1"].step) == ("why 123 q", 3)
        await r.press("H", "i", *"!", "enter")
        assert r.current["r1"].note == "why 123 q!"


async def test_blind_hides_until_the_label_and_offers_nothing(tmp_path: Path) -> None:
    append(tmp_path, [_label("r1", "cheated", "bob")])
    async with reading(tmp_path, blind=True) as r:
        text = r.text()
        for hidden in ("model-m", "0.45", "contract.ambiguous", "C1", "3 of 4", "bob", "pooled 0.0312 by"):
            assert hidden not in text
        await r.press("f")
        assert "hidden" in r.said
        await r.press("1")
        assert r.current["r1"].blind or r.current["r1"].annotator == "bob"
        assert "like this" not in r.said
        assert "model-m" not in r.text(), "the next run is hidden again"


async def test_a_blind_sample_is_the_same_for_everybody(tmp_path: Path) -> None:
    orders = []
    for _ in range(2):
        async with reading(tmp_path, blind=True, sample=3, seed=7) as r:
            orders.append([row.run_id for row in r.screen.session.rows])
    assert orders[0] == orders[1]
    assert len(orders[0]) == 3


async def test_review_goes_on_where_it_was_left_and_stale_labels_come_again(tmp_path: Path) -> None:
    append(tmp_path, [_label("r1", run_digest="dr1"), _label("r2", run_digest="another")])
    async with reading(tmp_path) as r:
        assert r.run_id == "r2"
        assert "stale: intended" in r.text()
        assert "1 labelled · 3 left" in r.text()


async def test_a_broken_label_file_is_named_by_line_and_the_rest_counts(tmp_path: Path) -> None:
    append(tmp_path, [_label("r1", run_digest="dr1")])
    with (tmp_path / "ann.jsonl").open("a") as file:
        file.write("=======\n")
    async with reading(tmp_path) as r:
        assert "ann.jsonl:2" in r.said
        assert r.run_id == "r2"


async def test_a_label_that_cannot_be_saved_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with reading(tmp_path) as r:

        def full(labels: list[Label]) -> None:
            raise StoreError("No space left on device")

        monkeypatch.setattr(r.screen.session, "save", full)
        await r.press("1")
        assert r.said.startswith("NOT SAVED: No space left")
        assert r.run_id == "r1"
        monkeypatch.undo()
        await r.press("1")
        assert set(r.current) == {"r1"}


async def test_search_counts_and_unfolds_and_comes_back_to_its_place(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("/", *"line 33", "enter")
        assert "line 33: 1 of 1" in r.said
        assert "line 33 of the file" in r.text()
        await r.press("/", *"zzz")
        await r.press("escape")
        await r.press("n")
        assert "line 33: 1 of 1" in r.said
        step = r.screen.step
        await r.press("L", "H")
        assert r.screen.step == step


async def test_jumps_to_error_check_and_finding(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("g", "e")
        assert r.screen.document.steps[r.screen._here()] == 3
        await r.press("e")
        assert "no error after" in r.said
        await r.press("c")
        assert r.said.startswith("check 1 of 2: replay_rates")
        assert r.screen.step == 4
        await r.press("c")
        assert "check 2 of 2: end_day" in r.said
        await r.press("f")
        assert "finding 1 of 1" in r.said
        assert r.screen.step == 5


async def test_moving_about(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("g")
        assert r.screen.step == 0
        await r.press("l", "l")
        assert r.screen.step == 2
        await r.press("h")
        assert r.screen.step == 1
        await r.press("G")
        assert "Done." in r.text()
        await r.press("g", "space", "b", "ctrl+d", "ctrl+u", "j", "k")
        assert r.screen.transcript.top_line == 0
        await r.press("l", "z")
        assert "line 39 of the file" in "\n".join(r.screen.document.texts)
        await r.press("z", "Z", "Z", "r", "J", "J")
        assert "line 39 of the file" not in "\n".join(r.screen.document.texts)


async def test_pages_over_the_review(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        for keys, wanted in (
            (("p",), "Rates follow policy/drift.md."),
            (("R",), '"step": 4'),
            (("o", "g"), "FAILED test_rates"),
            (("o", "c"), "AssertionError"),
            (("o", "f"), "step 5"),
            (("o", "t", "1"), "Rates are pooled."),
            (("?",), "gave_up"),
        ):
            await r.press(*keys)
            assert isinstance(r.app.screen, Page), keys
            assert wanted in "\n".join(r.app.screen.query_one(LineView).texts)
            await r.press("q")
            assert isinstance(r.app.screen, ReviewScreen)
        await r.press("o")
        assert isinstance(r.app.screen, Menu)
        await r.press("escape")
        assert r.current == {}


async def test_a_passing_run_beside_this_one(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("v")
        assert isinstance(r.app.screen, Compare)
        assert "the runs do not part" in r.text() or "part at step" in r.text()
        await r.press("j", "l", "h", "space", "G", "g", "p", "q")
        assert isinstance(r.app.screen, ReviewScreen)


async def test_filters_are_typed(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        await r.press("&", *"show:invalid", "enter")
        assert r.run_id == "r6"
        await r.press("&", "ctrl+u", *"show:odd", "enter")
        assert "there is no show:odd" in r.said


async def test_every_badge_is_bound_and_keys_work_whatever_has_the_focus(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        bound = {key for key, _ in r.screen._bindings}
        labels = {c.key for c in r.screen.session.choices}
        signs = {"]": "right_square_bracket", "/": "slash", ".": "full_stop", "?": "question_mark"}
        for badge, _ in r.screen.bar.badges:
            assert badge in labels or signs.get(badge, badge) in bound
        await r.pilot.click("#queue", offset=(3, 2))
        await r.rest()
        assert r.run_id == "r2"
        await r.pilot.click("#transcript", offset=(3, 3))
        await r.press("2")
        assert set(r.current) == {"r2"}


@pytest.mark.parametrize("size", [(80, 24), (60, 15), (200, 60), (20, 8)])
async def test_every_size_is_usable(tmp_path: Path, size: tuple[int, int]) -> None:
    async with reading(tmp_path, size=size) as r:
        await r.press("tab", "tab", "j", "e", "c", "1")
        assert set(r.current) == {"r1"}
        if size[0] >= 60:
            assert "intended" in r.text()


async def test_an_empty_queue_says_what_to_do(tmp_path: Path) -> None:
    async with reading(tmp_path, FakeReviews([])) as r:
        assert "No run is left to read" in r.text()
        await r.press("1", "u", ".", "x", "e", "c", "f", "z", "n", "v", "R", "m", "i", "]", "L", "y", "G")
        assert r.current == {}


async def test_hostile_text_changes_nothing_on_the_screen(tmp_path: Path) -> None:
    steps = [Step("r1", n, "assistant", HOSTILE * (n + 1), reasoning=HOSTILE) for n in range(3)]
    steps.append(Step("r1", 3, HOSTILE, HOSTILE + "\n" + "x" * 1_000_000, at=HOSTILE, finish_reason=HOSTILE, branch=HOSTILE))
    hostile = run("r1", steps=steps, task_id=HOSTILE, task_version=HOSTILE, model=HOSTILE, cluster=HOSTILE, represents=True, source=HOSTILE)
    hostile = hostile._replace(
        checks=[c._replace(check_name=HOSTILE, message=HOSTILE, expected=HOSTILE) for c in hostile.checks],
        findings=[f._replace(title=HOSTILE, kind=HOSTILE) for f in hostile.findings],
        prompt=HOSTILE,
    )
    async with reading(tmp_path, FakeReviews([hostile])) as r:
        for keys in ((), ("Z",), ("G",), ("c",), ("f",), ("R",), ("q", "o", "c"), ("q", "p")):
            await r.press(*keys)
            shown = r.text()
            for bad in "\x1b\x07\x08\r\x00\x9b\u202e\u202c\u200b\u200d\ufeff\U000e0041\ud800\xad\ufe0f":
                assert bad not in shown
            widths = {sum(s.cell_length for s in strip) if not hasattr(strip, "cell_length") else strip.cell_length for strip in r.app.screen._compositor.render_strips()}
            assert widths == {120}


async def test_reading_happens_in_workers_and_the_next_run_is_read_ahead(tmp_path: Path) -> None:
    reviews = small()
    async with reading(tmp_path, reviews) as r:
        assert "MainThread" not in reviews.threads
        assert reviews.opened == ["r1", "r2"]
        await r.press("1")
        assert reviews.opened == ["r1", "r2", "r3"]


async def test_a_suggestion_says_why_and_writes_nothing(tmp_path: Path) -> None:
    runs = FakeReviews([run(f"r{n}") for n in range(1, 44)])
    append(tmp_path, [_label(f"r{n}", "infra" if n % 2 else "intended", run_digest=f"dr{n}") for n in range(1, 41)])
    async with reading(tmp_path, runs) as r:
        assert r.run_id == "r41"
        await r.press("s")
        assert r.said.startswith("perhaps infra (")
        assert "finding provider.quota" in r.said
        assert "that it had not seen" in r.said
        assert "r41" not in r.current
    async with reading(tmp_path / "new", runs) as r:
        await r.press("s")
        assert r.said.startswith("too little to suggest anything: 0 labels")
    async with reading(tmp_path, runs, blind=True) as r:
        await r.press("s")
        assert r.said == "no suggestions in blind mode"


def _label(run_id: str, verdict: str = "intended", annotator: str = "ann", **fields: object) -> Label:
    return from_fields({"label_id": new_id(), "run_id": run_id, "verdict": verdict, "annotator": annotator, "at": now(), **fields})
