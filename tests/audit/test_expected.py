"""Values that checks want: which are telling, and where a text shows them."""

from __future__ import annotations

import pytest

from triage.audit.expected import Wanted, holds, telling, wanted_values


@pytest.mark.parametrize("value", ["48213", "0.7731", "ckpt-1150", "E17: region not served"])
def test_telling(value: str) -> None:
    assert telling(value)


@pytest.mark.parametrize("value", ["17", "true", "None", "404", "1.0", "ok", "", "x" * 400])
def test_not_telling(value: str) -> None:
    assert not telling(value)


def test_short_numbers_count_beside_their_name() -> None:
    wanted = Wanted("totals", "17", "b1")
    assert holds('{"b1":17,"b2":5}', wanted)
    assert not holds('{"b2":17,"b1":5}', wanted)
    assert not holds('{"b1":170}', wanted)


def test_long_numbers_count_whole() -> None:
    assert holds("total 48213.", Wanted("a", "48213", None))
    assert not holds("total 482130 and 4.48213", Wanted("a", "48213", None))


def test_values_of_messages_and_grader_files() -> None:
    failures = [{"task_id": "t", "task_version": None, "check_name": "a", "message": "a: expected 48213, got 4", "trace": None, "expected": None, "actual": None, "runs": 3}]
    literals = [{"task_id": "t", "task_version": None, "value": "ckpt-1150"}, {"task_id": "t", "task_version": None, "value": "ok"}]
    found = wanted_values(failures, literals)["t", None]
    assert [(w.check, w.value) for w in found] == [("a", "48213"), (None, "ckpt-1150")]
