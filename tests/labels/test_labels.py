"""Taxonomy, exchange with other tools, agreement, evaluation, suggestions."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from triage.errors import UsageError
from triage.labels.agreement import agreement, alpha
from triage.labels.evaluate import Said, evaluate, expected_verdict
from triage.labels.events import from_fields, new_id, now
from triage.labels.exchange import from_file, split_of, to_csv, to_jsonl
from triage.labels.suggest import Example, learn, suggest
from triage.labels.taxonomy import check_verdict, load_taxonomy
from triage.model import Label

CHOICES = load_taxonomy()


def make(run: str, verdict: str = "intended", annotator: str = "ann", **fields: object) -> Label:
    return from_fields({"label_id": new_id(), "run_id": run, "verdict": verdict, "annotator": annotator, "at": now(), **fields})


def test_taxonomy_has_the_eight_verdicts_each_with_a_definition() -> None:
    assert [c.key for c in CHOICES] == list("12345678")
    assert all(c.when and c.when_not and c.example for c in CHOICES)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[labels", "not TOML"),
        ("", "names no label"),
        ('[labels.a]\ntitle="x"', "no key"),
        ('[labels.a]\nkey="1"\n[labels.b]\nkey="1"', "given to two"),
        ('[labels.withdrawn]\nkey="1"', "can't be a label"),
    ],
)
def test_a_broken_taxonomy_says_what_and_where(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "taxonomy.toml").write_text(text)
    with pytest.raises(UsageError, match=said) as error:
        load_taxonomy(tmp_path)
    assert error.value.where == str(tmp_path / "taxonomy.toml")


def test_verdicts_by_name_key_or_nearly() -> None:
    assert check_verdict("Grader-Bug", CHOICES) == "grader_bug"
    assert check_verdict("6", CHOICES) == "cheated"
    with pytest.raises(UsageError, match="did you mean infra"):
        check_verdict("infar", CHOICES)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda t: t == t.strip() and "\r" not in t and "\0" not in t), max_size=6))
def test_csv_goes_out_and_comes_back_and_holds_no_formula(runs: list[str]) -> None:
    import tempfile

    text = to_csv([make(run) for run in runs])
    for row in list(csv.reader(io.StringIO(text)))[1:]:
        assert row[0][0] not in "=+-@"
        assert row[2] in ("tune", "eval")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.csv"
        path.write_text(text, encoding="utf-8", newline="")
        back = from_file(path, "bob", CHOICES)
    assert not back.broken
    assert [b.run_id for b in back.labels] == runs
    assert {(b.origin, b.annotator) for b in back.labels} <= {("imported", "bob")}


def test_jsonl_comes_back_with_its_annotator_and_bad_lines_are_named(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(to_jsonl([make("a", "infra", note="=1+1", step=4)]) + '{"id": "b", "target": "nonsense"}\n{"id": "c"\n{"id": "d", "target": true}\n')
    back = from_file(path, "bob", CHOICES, {"true": "cheated"})
    assert [(b.run_id, b.verdict, b.annotator, b.note, b.step) for b in back.labels] == [("a", "infra", "ann", "=1+1", 4), ("d", "cheated", "bob", None, None)]
    assert [b.line for b in back.broken] == [2, 3]


def test_a_csv_without_its_columns_says_what_it_has(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("run,verdict\na,infra\n")
    with pytest.raises(UsageError, match="id and target") as error:
        from_file(tmp_path / "x.csv", "bob", CHOICES)
    assert "run,verdict" in str(error.value.hint)


def test_agreement_of_two_matches_the_reference_implementation() -> None:
    first = ["infra"] * 10 + ["intended"] * 20 + ["cheated"] * 5
    second = ["infra"] * 8 + ["intended"] * 20 + ["cheated"] * 7
    labels = [make(str(i), v, "a") for i, v in enumerate(first)] + [make(str(i), v, "b") for i, v in enumerate(second)]
    found = agreement([*labels, make("0", "unclear", "c", origin="inherited")])
    (pair,) = found.pairs
    assert pair.runs == 35
    assert pair.raw == pytest.approx(sum(a == b for a, b in zip(first, second, strict=True)) / 35)
    assert pair.kappa == pytest.approx(cohen_kappa_score(first, second))
    assert pair.kappa_low is not None
    assert pair.kappa_high is not None
    assert pair.kappa_low < pair.kappa < pair.kappa_high
    assert sum(n for row in pair.confusion.values() for n in row.values()) == 35
    assert len(found.disputed) == 35 - pair.agreed


def test_agreement_where_only_one_verdict_occurs_is_not_defined() -> None:
    found = agreement([make("1", annotator="a"), make("1", annotator="b")])
    assert (found.alpha, found.pairs[0].kappa, found.pairs[0].raw) == (None, None, 1.0)


def test_alpha_is_that_of_the_published_example() -> None:
    """Krippendorff (2011), example C: nominal data, four observers, missing values; alpha = 0.743."""
    rows = ["1.2.3.3.2.1.4.1.2.-.-.-", "1.2.3.3.2.2.4.1.2.5.-.3", "-.3.3.3.2.3.4.2.2.5.1.-", "1.2.3.3.2.4.4.1.2.5.1.-"]
    table = [row.split(".") for row in rows]
    units = [{str(who): row[u] for who, row in enumerate(table) if row[u] != "-"} for u in range(12)]
    assert alpha(units) == pytest.approx(0.743, abs=0.0005)


@given(st.lists(st.dictionaries(st.sampled_from("abc"), st.sampled_from(["x", "y"]), min_size=2), min_size=1))
def test_alpha_is_at_most_one_and_one_only_when_all_agree(units: list[dict[str, str]]) -> None:
    value = alpha(units)
    if value is not None:
        assert value <= 1 + 1e-12
        assert (value > 1 - 1e-12) == all(len(set(u.values())) == 1 for u in units)


def test_detectors_against_labels() -> None:
    labels = [make(f"i{n}", "infra", task_id=f"t{n}") for n in range(8)] + [make(f"f{n}", "intended", task_id=f"t{n}") for n in range(8)] + [make("u", "unclear")]
    said = [Said(f"i{n}", "provider.quota", "invalid", "run") for n in range(6)] + [Said("f0", "provider.quota", "invalid", "run"), Said("u", "provider.quota", "invalid", "run")]
    said += [Said("f1", "provider.quota", "note", "run")]
    scores = {(s.kind, s.verdict, s.split): s for s in evaluate(labels, said)}
    whole = scores["provider.quota", "infra", "all"]
    assert (whole.found, whole.right, whole.wanted) == (7, 6, 8)
    assert whole.precision == pytest.approx(6 / 7)
    assert whole.precision_low is not None
    assert whole.precision_low == pytest.approx(0.4869, abs=1e-3)
    assert (whole.wrong_runs, whole.missed_runs) == (["f0"], ["i6", "i7"])
    tune, held = scores["provider.quota", "infra", "tune"], scores["provider.quota", "infra", "eval"]
    assert tune.labelled + held.labelled == 16
    assert tune.right + held.right == 6


def test_a_noted_retry_is_not_held_against_a_detector() -> None:
    assert expected_verdict("provider.quota", "note", "run") is None
    assert expected_verdict("grader.crashes", "problem", "task") == "grader_bug"
    assert expected_verdict("cheat.edited_grader", "problem", "run") == "cheated"


@given(st.text())
def test_the_split_is_the_same_each_time(key: str) -> None:
    assert split_of(key) == split_of(key)
    assert split_of(key, 0) == "tune"
    assert split_of(key, 1) == "eval"


def _examples(count: int) -> tuple[list[Example], list[str]]:
    rows, truth = [], []
    for n in range(count):
        infra = n % 2 == 0
        fact = "finding provider.quota" if infra else "failed check end_day"
        rows.append(Example(str(n), f"t{n % 7}", (fact, "tool calls 8"), "insufficient credits remaining" if infra else "expected thirty one days"))
        truth.append("infra" if infra else "intended")
    return rows, truth


def test_suggestions_come_with_reasons_and_their_own_accuracy() -> None:
    rows, truth = _examples(40)
    learnt = learn(rows, truth)
    assert learnt.accuracy is not None
    assert learnt.accuracy > 0.9
    found = suggest(learnt, rows[0])
    assert found is not None
    assert (found.verdict, found.reasons[0]) == ("infra", "finding provider.quota")
    assert 0.5 < found.confidence <= 1


def test_too_little_says_so_instead_of_guessing() -> None:
    rows, truth = _examples(6)
    learnt = learn(rows, truth)
    assert "too little" in learnt.message
    assert suggest(learnt, rows[0]) is None


def test_labels_that_nothing_explains_give_no_suggestions() -> None:
    rows = [Example(str(n), f"t{n % 9}", (), "") for n in range(60)]
    learnt = learn(rows, ["infra" if n % 3 else "intended" for n in range(60)])
    assert learnt.pipeline is None
