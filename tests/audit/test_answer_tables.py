"""Tables that passing runs left."""

from __future__ import annotations

from triage.audit.answer_tables import table, told_apart
from triage.audit.shapes import shapes

LABELS = "row,kind\n1,a\n2,b\n3,a\n4,c\n5,b"
FLAT = "row,kind\n1,a\n2,a\n3,a\n4,a\n5,a"


def row(run: str, text: str, kind: str = "agent") -> dict[str, object]:
    return {"task_id": "t", "task_version": "v1", "run_id": run, "kind": kind, "step": 3, "file": "out.csv", "text": text}


def test_rows_of_csv_of_tabs_and_of_objects() -> None:
    assert table(LABELS)["4"] == ("c",)
    assert table("k\tv\nx\t1\ny\t2\nz\t3\nw\t4")["z"] == ("3",)
    assert table('{"id": 7, "v": [0.5]}\n{"id": 8, "v": [0.25]}') == {"7": ("[0.5]",), "8": ("[0.25]",)}
    assert table("a sentence, with a comma") == {}
    assert table("{" * 4000) == {}


def test_one_label_for_all_beside_labels_that_vary() -> None:
    assert told_apart({"a": table(LABELS), "b": table(FLAT), "c": table(LABELS)}) == ({"b": "constant"}, ["a", "c"])
    found = shapes([row("a", LABELS), row("b", FLAT), row("c", FLAT), row("d", LABELS)])
    assert [(s.run_id, s.what, s.weight) for s in found] == [("b", "constant", "problem"), ("c", "constant", "problem")]


def test_equal_shares_in_every_row_are_uniform() -> None:
    fitted = "id,p,q\n1,0.8,0.2\n2,0.1,0.9\n3,0.6,0.4\n4,0.3,0.7"
    even = "id,p,q\n1,0.5,0.5\n2,0.5,0.5\n3,0.5,0.5\n4,0.5,0.5"
    assert told_apart({"a": table(fitted), "b": table(even), "c": table(fitted)})[0] == {"b": "uniform"}


def test_the_same_answer_of_all_says_nothing() -> None:
    assert shapes([row("a", FLAT), row("b", FLAT), row("c", FLAT)]) == []


def test_other_rows_are_not_compared() -> None:
    tail = "row,kind\n91,b\n92,b\n93,b\n94,b"
    assert told_apart({"a": table(LABELS), "b": table(tail), "c": table(LABELS)})[0] == {}
