"""Literal text: harmless, as wide as it says, nothing lost when it is broken into rows."""

from __future__ import annotations

import json
import unicodedata
from itertools import pairwise

import pytest
from fake import HOSTILE, call, run
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from triage.model import Step
from triage.tui.cells import breaks, cut, literal, note_binary, rows_of
from triage.tui.document import View, build

TEXT = st.text(st.characters() | st.sampled_from(list(HOSTILE)), max_size=300)


@given(TEXT)
def test_nothing_is_left_that_a_terminal_acts_on(text: str) -> None:
    shown = literal(text)
    assert all(c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for c in shown), [hex(ord(c)) for c in shown if unicodedata.category(c)[0] == "C"]


@given(TEXT, st.integers(2, 40))
def test_rows_hold_all_of_a_line_and_fit(text: str, width: int) -> None:
    line = literal(text).replace("\n", " ")
    edges = [0, *breaks(line, width), len(line)]
    rows = [line[a:b] for a, b in pairwise(edges)]
    assert "".join(rows) == line
    assert all(cell_len(row) <= width for row in rows)
    assert len(rows) == max(1, rows_of(line, width))


@given(TEXT, st.integers(1, 40))
def test_a_cut_line_fits(text: str, width: int) -> None:
    assert cell_len(cut(literal(text).replace("\n", " "), width)) <= width


def test_marks_tabs_flags_and_presentation() -> None:
    assert literal("a\tb\r\nc") == "a   b\nc"
    assert literal("e" + "\u0301" * 50) == "e" + "\u0301" * 3
    assert literal("🇩🇪") == "[D][E]"
    assert literal("❤\ufe0f") == "❤"
    assert "\x1b" not in literal("\x1b[31m")


def test_base64_is_noted_and_long_words_are_not() -> None:
    import base64
    import random

    data = base64.b64encode(random.Random(1).randbytes(3000)).decode()
    assert note_binary(f"an image: data:image/png;base64,{data} end") == "an image: [image/png, 3,000 bytes] end"
    assert note_binary(data) == "[base64, 3,000 bytes]"
    assert note_binary("x" * 5000) == "x" * 5000


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "{",
        "[]",
        "null",
        '{"path": 3, "old_str": null}',
        '{"edits": [1, {"old_str": "a", "new_str": "b"}]}',
        '{"patch": "*** Begin Patch\\n@@\\n-a\\n+b"}',
        '{"command": ["a"]}',
    ],
)
def test_arguments_of_any_shape_are_shown(arguments: str) -> None:
    view = run("r1", steps=[Step("r1", 0, "assistant", "x")], calls=[call(0, 0, "tool", {})._replace(arguments=arguments)])
    for shown in (View(), View(pretty=True), View(all_unfolded=True, reasoning=False)):
        document = build(view, shown)
        assert len(document.texts) == len(document.kinds) == len(document.steps)
        assert not any("\n" in text for text in document.texts)


@given(st.lists(st.builds(Step, st.just("r1"), st.integers(0, 5), TEXT, TEXT, reasoning=TEXT | st.none(), at=TEXT | st.none(), branch=TEXT | st.none()), max_size=5), TEXT, TEXT)
def test_documents_of_any_steps(steps: list[Step], name: str, result: str) -> None:
    calls = [call(s.step, n, name, {"command": name}, result, is_error=True) for n, s in enumerate(steps)]
    document = build(run("r1", steps=steps or [Step("r1", 0, "", "")], calls=calls))
    assert not any("\n" in text for text in document.texts)


def test_an_edit_is_a_diff_and_a_long_result_is_folded() -> None:
    edit = call(0, 0, "edit", {"file_path": "a.py", "edits": [{"old_string": "same\nold", "new_string": "same\nnew"}]})
    long = call(0, 1, "bash", {"command": "seq 1 50"}, "\n".join(map(str, range(1, 51))), exit_code=2)
    view = run("r1", steps=[Step("r1", 0, "assistant", "")], calls=[edit, long])
    document = build(view)
    assert ("    - old", "del") in list(zip(document.texts, document.kinds, strict=True))
    assert ("    + new", "add") in list(zip(document.texts, document.kinds, strict=True))
    assert "    … 44 more lines (z)" in document.texts
    assert [document.texts[n] for n in document.errors] == ["  ◀ exit 2"]
    assert document.edits == {"a.py": 0}
    assert "    50" in build(view, View(unfolded=frozenset({0}))).texts


def test_json_is_laid_out_on_demand() -> None:
    view = run("r1", steps=[Step("r1", 0, "tool", json.dumps({"a": [1]}))], calls=[])
    assert '  {"a": [1]}' in build(view).texts
    assert '    "a": [' in build(view, View(pretty=True)).texts


def test_a_run_without_a_transcript_shows_what_was_printed() -> None:
    view = run("r1", steps=[Step("r1", 0, "user", "x")])._replace(steps=[], calls=[])
    assert "  FAILED test_rates" in build(view).texts
