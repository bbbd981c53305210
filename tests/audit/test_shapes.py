"""Numbers of passing runs: what counts as an answer by form alone."""

from __future__ import annotations

from triage.audit.shapes import Answer, compare, degenerate, numbers, shapes

KEY = ("t", "v1")


def answers(*texts: str, reference: str | None = None) -> list[Answer]:
    made = [Answer(f"r{i}", "agent", None, t, numbers(t)) for i, t in enumerate(texts, 1)]
    return made + ([Answer("ref", "reference", None, reference, numbers(reference))] if reference else [])


def test_numbers_of_lists_and_pairs() -> None:
    assert numbers('{"weights": [0.2, 0.3, 0.5]}') == (("[0]", 0.2), ("[1]", 0.3), ("[2]", 0.5))
    assert numbers("pk1=88121 pk2: 90233") == (("pk1", 88121.0), ("pk2", 90233.0))


def test_measured_numbers_are_left_out() -> None:
    assert numbers("time=0.4 loss=0.1 seed=3 elapsed_ms=12") == ()


def test_hostile_text_gives_nothing() -> None:
    assert numbers("[" * 5000) == ()
    assert numbers("\x00=1e999 =") == ()
    assert shapes([{"task_id": "t", "task_version": None, "run_id": "r", "kind": "agent", "step": None, "file": None, "text": None}]) == []


def test_degenerate_forms() -> None:
    assert degenerate([0.2] * 5) == "constant"
    assert degenerate([1, 2, 3, 4]) == "counted"
    assert degenerate([1, 2]) is None
    assert degenerate([3, 1, 4, 1]) is None


def test_uniform_beside_fitted() -> None:
    found = compare(KEY, "w.json", answers("[0.25, 0.25, 0.25, 0.25]", "[0.25, 0.25, 0.25, 0.25]", "[0.4, 0.1, 0.2, 0.3]"))
    assert [(s.run_id, s.what, s.weight) for s in found] == [("r1", "constant", "problem"), ("r2", "constant", "problem")]


def test_runs_without_the_numbers_are_left_out() -> None:
    assert compare(KEY, None, answers("a=1 b=2", "a=1 b=2", "done")) == []


def test_near_values_agree() -> None:
    assert compare(KEY, None, answers("a=100 b=200", "a=101 b=201", "a=99 b=200")) == []


def test_far_values_with_a_majority_are_a_problem() -> None:
    found = compare(KEY, None, answers("a=100 b=200", "a=1 b=2", "a=4 b=9", reference="a=100 b=200"))
    assert {(s.run_id, s.weight) for s in found} == {("r2", "problem"), ("r3", "problem")}


def test_all_different_is_only_suspicious() -> None:
    assert {s.weight for s in compare(KEY, None, answers("a=100 b=200", "a=1 b=2", "a=4 b=9"))} == {"suspicious"}
