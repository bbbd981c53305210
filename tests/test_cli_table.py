"""Tables: quick for many rows, aligned, never wider than the terminal, and harmless."""

from __future__ import annotations

import time
from typing import Any

import pytest
from rich.cells import cell_len

from triage.cli.table import lines
from triage.cli.wrap import shorten, wrap

HOSTILE = "\x1b[31mred\x9b2J\u202eabc\r\n\u2066\x7f"
WIDE = "評価の結果は失敗です"


def printed(rows: list[dict[str, Any]], width: int | None, **more: Any) -> list[str]:
    """The lines of a table of all columns."""
    return list(lines(rows, {name: name for name in rows[0]}, width=width, **more))


def test_ten_thousand_rows_take_no_second() -> None:
    rows = [
        {"run": f"task-{n % 200}__{n:07x}", "task": f"task-{n % 200}", "model": "acme/atlas", "verdict": ("passed", "failed")[n % 2], "score": n / 10_000, "steps": n}
        for n in range(10_000)
    ]
    begun = time.process_time()
    assert len(printed(rows, 120)) == 10_004
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("width", [None, 200, 80])
def test_wide_signs_stay_aligned(width: int | None) -> None:
    rows = [{"name": name, "steps": steps, "end": "|"} for name, steps in (("plain", 1), (WIDE, 22), ("é" + "e\u0301", 333), ("🙂 fine", None))]
    table = printed(rows, width)[3:-1]
    assert len({cell_len(line) for line in table}) == 1
    assert all(line.endswith("|") for line in table)


@pytest.mark.parametrize("width", [*range(1, 40), 60, 80, 120])
def test_never_wider_than_the_terminal(width: int) -> None:
    rows = [{"id": f"tests/test_outputs.py::test_{n}_{WIDE}", "why": f"{WIDE} " * 9, "x": HOSTILE, "n": n, "verdict": "failed"} for n in range(3)]
    for line in printed(rows, width, spare=("n",), below="why"):
        assert cell_len(line) <= max(width, 9)


def test_nothing_in_it_moves_the_cursor() -> None:
    text = "\n".join(printed([{f"heading{HOSTILE}": HOSTILE, "list": [HOSTILE, HOSTILE]}], None))
    assert not [c for c in text if (ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u2066"]


def test_columns_are_left_out_rather_than_made_unreadable_and_are_named() -> None:
    rows = [{"run": "latency-replay__7NL4y2x", "model": "northwind/gale-1", "band": "undecided", "why": "provider.credit_exhausted"}]
    assert "band" in printed(rows, 100, spare=("band", "model"))[1]
    narrow = printed(rows, 60, spare=("band", "model"))
    assert "band" not in narrow[1]
    assert "northwind/gale-1" in narrow[3]
    assert "no room for: band" in narrow[-1]


def test_what_a_column_shares_gives_way_first() -> None:
    rows = [{"check": f"tests/deep/test_outputs.py::test_{name}"} for name in ("routes_parse", "rest_goes_to_desk")]
    assert [line.strip() for line in printed(rows, 30)[3:5]] == ["…test_routes_parse", "…test_rest_goes_to_desk"]


def test_of_a_test_the_file_gives_way_but_not_the_beginning_of_prose() -> None:
    rows = [{"name": "test_outputs.py::test_rest_goes_to_desk"}, {"name": "no more than 2 of them call std::sort on their own"}]
    assert [line.strip() for line in printed(rows, 30)[3:5]] == ["…test_rest_goes_to_desk", "no more than 2 of them call…"]


def test_prose_stands_under_its_row_where_it_does_not_fit() -> None:
    rows = [{"task": "drift", "why": "the do-nothing run scores 0.6: mend the checks or name the reasons, then one more"}]
    assert rows[0]["why"] in printed(rows, 120, below="why")[3]
    narrow = printed(rows, 40, below="why")
    assert narrow[3] == " drift"
    assert " ".join(x.strip() for x in narrow[4:-1]) == rows[0]["why"]


def test_ids_keep_their_end_and_prose_its_beginning() -> None:
    assert shorten("latency-replay__7NL4y2x", 14) == "latency-r…4y2x"
    assert shorten("The grader ran JSON as Python", 14) == "The grader ra…"


def test_wrapped_lines_hold_every_word() -> None:
    text = f"  read       a line of words, {WIDE} and /a/path/that/is/longer/than/the/terminal/is/wide"
    for width in range(4, 90):
        made = wrap(text, width)
        assert all(cell_len(line) <= width for line in made)
        assert "".join("".join(made).split()) == "".join(text.split())
