"""What failure messages say, which are the same, where their tokens stand; the statistics beside it."""

from __future__ import annotations

import pytest

from triage.audit import stats
from triage.mistakes.disclosure import Source, Visible, locate
from triage.mistakes.group import Failed, cluster
from triage.mistakes.parse import parse
from triage.mistakes.template import key, template_numbers
from triage.mistakes.tokens import Atom, atoms
from triage.mistakes.transforms import change, common_change

SAYS = [
    ("assert 3 == 4", "value", "4", "3"),
    ("AssertionError: 104 != 103", "value", "103", "104"),
    ("col flow: expected NaN kept, got 0.0", "value", "NaN", "0.0"),
    ("assert 0.61 == 0.58 ± 5.8e-07", "value", "0.58", "0.61"),
    ("AssertionError: assert [1.0, 4.0] == approx([1.0 ± 1.0e-06, 2.5 ± 2.5e-06])", "value", "[1.0, 2.5]", "[1.0, 4.0]"),
    ("assert approx(7.25 ± 7.3e-06) == 9.5", "value", "7.25", "9.5"),
    ("Expected: 5\nReceived: 7", "value", "5", "7"),
    ("org.opentest4j.AssertionFailedError: expected: <7> but was: <8>", "value", "<7>", "<8>"),
    ('x_test.go:12: got "a,b", want "a;b"', "value", '"a;b"', '"a,b"'),
    ('expected sep ";" got ","', "value", '";"', '","'),
    ("E   AssertionError: assert 'grand_sum' in {'sum': 5}", "contains", "'grand_sum'", "{'sum': 5}"),
    ("KeyError: 'zone'", "name", "'zone'", None),
    ('KeyError: "version" in records[0]', "name", '"version"', None),
    ("columns differ: missing [a_key], unexpected [b_key]", "name", "a_key", "b_key"),
    ("FileNotFoundError: [Errno 2] No such file or directory: '/x/y.csv'", "name", "'/x/y.csv'", None),
    ("'level' is a required property", "name", "'level'", None),
    ("ValidationError: 'depot' is a required property\nFailed validating 'required' in schema['items']", "name", "'depot'", None),
    ("data/0 must have required property 'depot'", "name", "'depot'", None),
    ('load_test.go:12: Load(empty): error = "required row is missing", want "load: no rows"', "text", '"load: no rows"', '"required row is missing"'),
    ("row 3 start: 2031-03-30T01:30:00Z expected, 2031-03-30T00:30:00Z found", "value", "2031-03-30T01:30:00Z", "2031-03-30T00:30:00Z"),
    ("12 rows expected, 11 found", "value", "12", "11"),
    ("berth north: dwell_hours 41 reported, 37 in key", "value", "37", "41"),
    ("wrong answer: token 2: jury='0.25' participant='0.2'", "value", "'0.25'", "'0.2'"),
    ("0 nodes matched selector tier=edge (wanted 3)", "contains", "tier=edge", None),
    ("no more output was expected, none found", "prose", None, None),
    ("no match for the selected row", "prose", None, None),
    ('Expected: {"total": 5}\nReceived: {"count": 5}', "name", "total", '{"count": 5}'),
    ("sha256 1f3a09 != 9bc4e1 (canonical)", "digest", "9bc4e1", "1f3a09"),
    ("unexpected file b.txt", "extra", None, "b.txt"),
    ("assert 3.1 >= 5", "bound", ">= 5", "3.1"),
    ("skipped: columns differ", "consequence", None, None),
    ("Password configuration not found", "prose", None, None),
]


@pytest.mark.parametrize(("message", "shape", "expected", "actual"), SAYS, ids=[s[0][:40] for s in SAYS])
def test_parse(message: str, shape: str, expected: str | None, actual: str | None) -> None:
    found = parse("check", message)
    assert (found.shape, found.expected, found.actual) == (shape, expected, actual)


@pytest.mark.parametrize("message", [None, "", "\x00", "assert ", "expected " * 3000, "[" * 5000, "{'a': " * 2000, "- a\n+ b\n" * 1000, "🙂 != 🙃"])
def test_parse_survives_anything(message: str | None) -> None:
    parse("check", message)
    parse("check", message, message, message, message)


def test_templates_keep_sentences_apart_and_fillings_together() -> None:
    numbers, templates = template_numbers(["KeyError: 'a'", "KeyError: 'b_c'", "file /x/1.py does not exist", "file y/2.js does not exist", "division by zero"])
    assert numbers[0] == numbers[1] != numbers[2] == numbers[3] != numbers[4]
    assert sum(t.messages for t in templates) == 5


def test_key_masks_what_changes_and_keeps_literals() -> None:
    first, second = "at 0x7f12 in /tmp/ab1/x.py:12: expected 5 got 7 (0.31s)", "at 0x9e in /tmp/zz/x.py:14: expected 5 got 7 (2s)"
    assert key(first) == key(second)
    assert key(first) != key(second.replace("got 7", "got 8"))


def test_names_cluster_by_the_missing_name_whatever_was_given() -> None:
    messages = [
        "columns differ: missing [pidx], unexpected [a]",
        "columns differ: missing [pidx, memo], unexpected [b]",
        "columns differ: missing [pidx], unexpected []",
        "timeout",
    ]
    clusters = cluster("t", "v", [Failed(f"r{i}", "failed", parse("c", m), m) for i, m in enumerate(messages)])
    assert clusters[0].expected == "pidx"
    assert clusters[0].run_ids == ("r0", "r1", "r2")
    assert clusters[0].failing_runs == 4
    assert clusters[0].cluster_id == cluster("t", "v", [Failed("other", "failed", parse("c", messages[0]), messages[0])])[0].cluster_id


SEEN = Visible(
    [
        Source("prompt", "prompt", "Write out.json with key by_zone into /data"),
        Source("docs/e.md", "file", "x\nE17: region {r} not served"),
        Source("tool:r1:3", "output", "next_cursor"),
    ]
)


@pytest.mark.parametrize(
    ("text", "kind", "state"),
    [
        ("by_zone", "name", "prompt"),
        ("byZone", "name", "prompt"),
        ("/data/out.json", "path", "prompt"),
        ("/app/out.json", "path", "prompt"),
        ("/etc/out.json", "path", "nowhere"),
        ("E17: region eu9 not served", "text", "readable"),
        ("next_cursor", "name", "observed"),
        ("zone by", "text", "nowhere"),
        ("records[0].by_zone", "name", "nowhere"),
    ],
)
def test_where_a_token_stands(text: str, kind: str, state: str) -> None:
    assert locate(SEEN, Atom(text, kind)).state == state


def test_a_place_names_the_line() -> None:
    assert locate(SEEN, Atom("E17: region eu9 not served", "text")).places[0].line == 2


def test_what_the_agent_wrote_itself_tells_nothing() -> None:
    assert locate(SEEN, Atom("next_cursor", "name"), lambda source, phrase: True).state == "nowhere"


def test_atoms_are_of_the_wanted_side() -> None:
    assert [a.text for a in atoms(parse("c", "columns differ: missing [a_key, b_key], unexpected [zzz]"))] == ["a_key", "b_key"]


@pytest.mark.parametrize(
    ("expected", "actual", "kind"),
    [
        ("0.734", "0.7341823", "rounding"),
        ("12.6", "12.5917", "rounding"),
        ("33.0", "33", "equal"),
        ("90", "90000", "unit"),
        ("45", "0.45", "unit"),
        ("-7", "7", "sign"),
        ("103", "104", "off_by_one"),
        ("4999", "4997", "offset"),
        ("['a', 'b']", "['b', 'a']", "order"),
        ("ACTIVE", "active", "case"),
        ("a-b", "a_b", "separator"),
        ("2024-05-01", "01/05/2024", "format"),
        ("[5]", "5", "level"),
        ("0.734", "0.8321", None),
        ("cat", "dog", None),
    ],
)
def test_change(expected: str, actual: str, kind: str | None) -> None:
    made = change(expected, actual)
    assert (made.kind if made else None) == kind


def test_a_common_change_needs_most_pairs() -> None:
    pairs = [("0.734", "0.7341823"), ("0.734", "0.7342"), ("0.734", "0.9"), ("0.734", "0.1")]
    assert common_change(pairs) is None
    found = common_change(pairs[:3])
    assert found is not None
    assert found[1] == 2


def test_statistics_agree_with_the_libraries() -> None:
    from scipy.stats import fisher_exact
    from statsmodels.stats.proportion import proportion_confint

    assert stats.wilson(2, 10) == pytest.approx(proportion_confint(2, 10, method="wilson"))
    assert stats.fisher_greater(5, 1, 2, 9) == pytest.approx(fisher_exact([[5, 1], [2, 9]], alternative="greater").pvalue)
    assert stats.fisher(5, 7, 0, 7) == pytest.approx(0.021, abs=0.001)
    assert stats.wilson(0, 0) == (0.0, 1.0)


def test_bands() -> None:
    counts = [(5, 20, 0.1, 0.4), (0, 40, 0.1, 0.4), (10, 10, 0.1, 0.4), (0, 0, 0.1, 0.4)]
    assert [b.decision for b in stats.bands(counts)] == ["in_band", "too_hard", "too_easy", "undecided"]


def test_small_formulas() -> None:
    assert stats.pass_at_k(5, 2, 2) == pytest.approx(0.7)
    assert stats.pass_hat_k(5, 2, 2) == pytest.approx(0.1)
    assert stats.pass_at_k(3, 1, 4) is None
    assert stats.probability_higher(1, 10, 9, 10) > 0.99
    assert stats.probability_higher(3, 10, 3, 10) == pytest.approx(0.5, abs=0.01)
    over = stats.over_tasks([0.2, 0.4, 0.6])
    assert over is not None
    assert over.low < 0.4 < over.high


def test_a_failure_without_a_word_shows_no_mistake() -> None:
    messages = ["", "", "", "KeyError: 'pidx'", "KeyError: 'pidx'"]
    clusters = cluster("t", None, [Failed(f"r{i}", "failed", parse("c", m), m) for i, m in enumerate(messages)])
    assert clusters[0].expected == "pidx"
    assert (clusters[0].telling, clusters[0].failing_runs) == (2, 5)


def test_the_side_that_is_the_same_in_all_runs_is_the_wanted_one() -> None:
    messages = [f"assert '77d0aa12bc' == '{own}'" for own in ("9bc4e1aa01", "9bc4e1aa01", "1f3a0955ee")]
    found = cluster("t", None, [Failed(f"r{i}", "failed", parse("c", m), m) for i, m in enumerate(messages)])
    assert [(c.expected, len(c.run_ids), c.agreed) for c in found] == [("'77d0aa12bc'", 3, 2)]


def test_sides_that_the_message_names_stay() -> None:
    messages = [f"expected {own} got None" for own in (11, 12, 13)]
    found = cluster("t", None, [Failed(f"r{i}", "failed", parse("c", m), m) for i, m in enumerate(messages)])
    assert {c.expected for c in found} == {"11", "12", "13"}


@pytest.mark.parametrize("message", ["AssertionError: the plan for room 3 does not match the model", "AssertionError: Table 'Q2' with expected rows not found in 'Book' file"])
def test_sentences_without_values_give_none(message: str) -> None:
    found = parse("c", message)
    assert found.actual != "3"
    assert found.expected not in ("the", "rows not")
