"""Days, times and numbers in any spelling; the part in which two objects differ; types around values; calls wanted and made."""

from __future__ import annotations

import pytest

from triage.mistakes.called import called
from triage.mistakes.narrow import narrowed
from triage.mistakes.spelled import clocks, days, names_day, names_number
from triage.mistakes.typed import untyped


@pytest.mark.parametrize(
    "text",
    [
        "on 31 January 2029.",
        "January 31st, 2029",
        "the 31st of January, 2029",
        "31-Jan-2029",
        "2029-01-31",
        "20290131",
        "2029/01/31",
        "31.01.2029",
        "1/31/29",
        "2029-01-31T08:15:00Z",
    ],
)
def test_one_day_in_many_spellings(text: str) -> None:
    assert (2029, 1, 31) in days(text)


@pytest.mark.parametrize("text", ["version 1.2.3", "January 2029", "31 rows", "may 2029 be good", "10.0.31.1", "41 January 2029", "2029-13-31", ""])
def test_what_names_no_day(text: str) -> None:
    assert days(text) == set()


def test_a_day_without_a_year_may_be_of_any() -> None:
    assert names_day("2029-01-31", "come on the 31st of January")
    assert not names_day("2029-01-31", "come on 31 January 2030")


def test_both_readings_of_a_day_in_numbers() -> None:
    assert days("03/04/2029") == {(2029, 3, 4), (2029, 4, 3)}


@pytest.mark.parametrize(
    ("text", "found"),
    [("at 21:30", {(21, 30)}), ("9.30 pm", {(21, 30)}), ("9 am", {(9, 0)}), ("12:05 am", {(0, 5)}), ("ratio 9.30", set()), ("0:75", set()), ("13 pm", set())],
)
def test_times_of_day(text: str, found: set[tuple[int, int]]) -> None:
    assert clocks(text) == found


@pytest.mark.parametrize(
    ("value", "text", "named"),
    [("1200", "1,200 crowns", True), ("0.15", "a fee of 15%", True), ("4", "four seats", True), ("4", "fourteen seats", False), ("12", "112 rows", False), ("x", "x", False)],
)
def test_numbers_in_words_and_with_separators(value: str, text: str, named: bool) -> None:
    assert names_number(value, text) is named


@pytest.mark.parametrize(
    ("expected", "actual", "part"),
    [
        ('{"a": 1, "b": "x y"}', '{"b": "z", "a": 1}', ("b", '"x y"', '"z"')),
        ('Trip { day: 3, to: "x" }', 'Trip { day: 4, to: "x" }', ("day", "3", "4")),
        ("rent(item='saw', days=2)", "rent(item='saw', days=3)", ("days", "2", "3")),
        ("total: 4", "total: 5", ("total", "4", "5")),
        ("{'a': 1}", "{'b': 1}", None),
        ('{"a": 1, "b": 2}', '{"a": 3, "b": 4}', None),
        ("[1, 2]", "[1, 3]", None),
        ("f(1)", "f(1)", None),
        (None, "f(1)", None),
    ],
)
def test_the_one_part_that_differs(expected: str | None, actual: str, part: tuple[str, str, str] | None) -> None:
    assert narrowed(expected, actual) == part


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Number(4)", "4"),
        ("Some(Number(4))", "4"),
        ("np.float64(2.5)", "2.5"),
        ("Decimal('2.50')", "'2.50'"),
        ("datetime.datetime(2029, 1, 31, 9, 5, tzinfo=datetime.timezone.utc)", "2029-01-31T09:05:00"),
        ("int(x)", "int(x)"),
        ("round(4)", "round(4)"),
    ],
)
def test_values_without_their_types(text: str, plain: str) -> None:
    assert untyped(text) == plain


def test_calls_are_told_apart_by_the_words_around_them() -> None:
    assert called("rent(days=3) was expected; the agent called rent(days=2)") == ("rent(days=3)", "rent(days=2)")
    assert called("agent actions: rent(days=2), pay()\ngold action missing: rent(days=3)") == ("rent(days=3)", "rent(days=2)")
    assert called("expected action pay() was not made; calls: rent(days=2)") == ("pay()", None)
    assert called("expected add(1) to equal 3") is None
