"""Where a name counts as told: on which level, in whose text, in which pattern; and what texts lay down rules."""

from __future__ import annotations

import pytest

from triage.mistakes.disclosure import Source, Visible, locate
from triage.mistakes.facts import Call, RunFacts
from triage.mistakes.group import Failed, cluster
from triage.mistakes.level import at_its_place
from triage.mistakes.own import CUT, Own
from triage.mistakes.parse import parse
from triage.mistakes.rulebook import declares, statement
from triage.mistakes.tokens import Atom, atoms
from triage.store import mistake_rows


@pytest.mark.parametrize(
    ("name", "text", "holder", "told"),
    [
        ("prompt", "top-level keys rev, policy and records (list of {id})", "records[0]", False),
        ("a.md", "A manifest begins with `rev`, then `parts`.", "parts[1]", False),
        ("a.md", "rev and policy at the top (see b.toml), then `parts`, a list of {name, sha}", "parts[0]", False),
        ("a.md", "Each part has a name and a rev.", "parts[0]", True),
        ("a.md", "Fields of a record: id, rev, status.", "records[2]", True),
        ("prompt", "one object a line, with id, kind and rev", "record 0", True),
        ("b.toml", 'rev = "2"\npolicy = "7"', "parts[0]", False),
        ("b.json", '{"rev": 1, "parts": [{"name": "x"}]}', "parts[0]", False),
        ("b.json", '{"parts": [{"name": "x", "rev": 1}]}', "parts[0]", True),
        ("b.jsonl", '{"rev": 1}\n{"rev": 2}', "record 0", True),
        ("b.yaml", "rev: 1\nparts:\n  - name: x\n", "parts[0]", False),
        ("b.yaml", "parts:\n  - name: x\n    rev: 1\n", "parts[0]", True),
        ("b.py", "row['rev'] = 1", "row 3", True),
        ("a.md", "nothing of it", "row 3", False),
    ],
)
def test_a_key_is_told_for_its_place(name: str, text: str, holder: str, told: bool) -> None:
    assert at_its_place(name, text, ["rev"], holder) is told


def test_a_key_told_for_the_top_only_stands_aside() -> None:
    seen = Visible([Source("prompt", "prompt", "top-level keys rev and records (list of {id})")])
    found = locate(seen, atoms(parse("c", 'KeyError: "rev" in records[0]'))[0])
    assert found.state == "nowhere"
    assert found.aside is not None


@pytest.mark.parametrize(
    ("text", "state"), [("List them in endpoints.json.", "nowhere"), ("List them under `endpoints`.", "prompt"), ("endpoints: []", "prompt"), ("GET /endpoints", "prompt")]
)
def test_a_file_name_does_not_tell_a_key(text: str, state: str) -> None:
    assert locate(Visible([Source("prompt", "prompt", text)]), Atom("endpoints", "name")).state == state


@pytest.mark.parametrize(
    ("wanted", "kind", "text", "told"),
    [
        ("depot: unknown shelf (41)", "text", "Errors look like `depot: <what> (<code>)`.", True),
        ("/v2/parcels/7/handover", "path", '{"paths": {"/v2/parcels/{id}/handover": {}}}', True),
        ("/v2/parcels/7/handover", "path", "app.post('/v2/parcels/:id/handover', f)", True),
        ("plan error: unknown plan p9", "text", 'errMissing = "import: missing file %s"', False),
        ("/v2/parcels/7/handover", "path", '{"paths": {"/v2/parcels/{id}": {}}}', False),
    ],
)
def test_a_pattern_tells_its_fillings(wanted: str, kind: str, text: str, told: bool) -> None:
    assert (locate(Visible([Source("docs/a.md", "file", text)]), Atom(wanted, kind)).state != "nowhere") is told


def _own(*calls: Call) -> Own:
    return Own({"r1": RunFacts("r1", "", "", calls)}, ["data.csv"])


def test_words_read_back_from_an_own_file_are_the_runs() -> None:
    written = Call("write", '{"path": "a.py", "content": "x\\nfetchedAt: 1"}', "ok", 1)
    assert _own(written, Call("bash", "python a.py", "fetchedAt 1", 2)).wrote(Source("tool:r1:2", "output", "fetchedAt 1"), ["fetched", "at"])


def test_words_looked_for_are_not_written() -> None:
    assert not _own(Call("bash", "grep -rn fetchedAt src", "src/a: fetchedAt", 1)).wrote(Source("tool:r1:1", "output", "src/a: fetchedAt"), ["fetched", "at"])


def test_words_that_a_program_found_are_not_the_runs() -> None:
    look = Call("bash", "python - <<E\nprint(open('data.csv').readline())\nE", "fetchedAt,1", 1)
    assert not _own(look).wrote(Source("tool:r1:1", "output", "fetchedAt,1"), ["fetched", "at"])


def test_a_file_whose_writing_is_cut_is_the_runs() -> None:
    written = Call("write", '{"path": "out.json", "content": "' + "x" * CUT, "ok", 1)
    assert _own(written, Call("bash", "cat out.json", "fetchedAt", 2)).wrote(Source("tool:r1:2", "output", "fetchedAt"), ["fetched", "at"])
    assert mistake_rows.ARGUMENTS == CUT


def test_the_same_text_in_another_run_still_tells() -> None:
    seen = Visible([Source("tool:r1:1", "output", "lot_no"), Source("tool:r2:1", "output", "lot_no")])
    assert locate(seen, Atom("lot_no", "name"), lambda source, phrase: source.name == "tool:r1:1").state == "observed"


@pytest.mark.parametrize(
    ("sentence", "is_rule"),
    [
        ("Group the orders by week, newest first.", False),
        ("Your task is to list the last ten.", False),
        ("Of players with one score the younger stands first.", True),
        ("Centuries are leap years only where 400 divides them.", True),
        ("Marked-down items take no part in it; the rest is summed.", True),
    ],
)
def test_what_is_to_be_done_declares_nothing(sentence: str, is_rule: bool) -> None:
    assert declares(sentence) is is_rule


@pytest.mark.parametrize(
    ("prompt", "path", "text", "found"),
    [
        ("Price parcels.csv by tariff.md.", "tariff.md", "A parcel of thirty kilos still counts among the light.", True),
        ("Price parcels.csv.", "notes.md", "Ask Ann for the till.", False),
        ("Price parcels.csv by tariff.md.", "tariff.md", "Tariff", False),
        ("Port old.pl to Python, same output.", "old.pl", "$t = int($t);", True),
        ("Count the days of sick leave.", "LEGEND.txt", "S = sick leave, W = working", True),
    ],
)
def test_texts_that_lay_down_rules(prompt: str, path: str, text: str, found: bool) -> None:
    failures = [Failed("r1", "failed", parse("sick", "expected 1, got 2"), "expected 1, got 2")]
    seen = Visible([Source("prompt", "prompt", prompt), Source(path, "file", text)])
    assert (statement(prompt, seen, {}, cluster("t", None, failures)[0]) is not None) is found


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("expected header 'X-Depot-Trace' on outgoing call, got ['X-Request-Id']", ["X-Depot-Trace"]),
        ("expected call with '--since-epoch', got [\"export\"]", ["--since-epoch"]),
        ("expected request with token from DEPOT_TOKEN, got TOKEN unset", ["DEPOT_TOKEN"]),
        ("expected 'POST /parcels/7/handover' got 'POST /parcels/7'", ["/parcels/7/handover"]),
        ("no line matches /^RETRY attempt=\\d+ of=3/", ["RETRY attempt=", "of=3"]),
    ],
)
def test_the_token_within_a_phrase_is_wanted(message: str, names: list[str]) -> None:
    assert [a.text for a in atoms(parse("c", message))] == names
