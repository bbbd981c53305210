"""The failure blocks of test frameworks: what they want, what they got, the place, and what kind of thing is wanted."""

from __future__ import annotations

import pytest

from triage.mistakes.parse import parse
from triage.mistakes.values import strip_quotes

N, V, C, T = "name", "value", "contains", "text"
BLOCKS: list[tuple[str, str, str | None, str | None]] = [
    # pytest
    ("AssertionError: assert 3 == 4\n +  where 3 = len([1, 2, 3])", V, "4", "3"),
    ("assert None == '4'\n +  where None = <built-in method get of dict object at 0x7f>('x-left')", N, "x-left", "None"),
    ("assert {'a': 1} == {'a': 1, 'b': 2}\n  Common items:\n  {'a': 1}\n  Right contains 1 more item:\n  {'b': 2}", N, "b", "{'a': 1}"),
    ("AssertionError: module 'ledger' has no attribute 'settle_batch'", N, "'settle_batch'", None),
    ("Failed: DID NOT RAISE <class 'ValueError'>", N, "ValueError", "no exception"),
    # unittest
    ("AssertionError: Lists differ: [1, 2] != [2, 1]", V, "[2, 1]", "[1, 2]"),
    ("AssertionError: 'ready' not found in 'started'", C, "'ready'", "'started'"),
    ("AssertionError: False is not true : missing key 'lot_no'", N, "'lot_no'", None),
    # jest, vitest
    ('expect(received).toBe(expected) // Object.is equality\n\nExpected: "4"\nReceived: "5"', V, '"4"', '"5"'),
    ('expect(received).toBe(expected)\n\nExpected: "4"\nReceived: undefined\n\n    at res.headers["x-left"]', N, "x-left", "undefined"),
    ('expect(received).toEqual(expected) // deep equality\n\n- Expected: "2026/53"\n+ Received: "2027/00"', V, '"2026/53"', '"2027/00"'),
    ('- Expected  - 1\n+ Received  + 1\n\n  Object {\n-   "verbs": Array [],\n+   "methods": Array [],\n  }', N, "verbs", '"methods": Array []'),
    ('- Expected  - 1\n+ Received  + 1\n\n  Object {\n-   "n": 4,\n+   "n": 5,\n  }', V, "4", "5"),
    ('expect(received).toHaveProperty(path)\n\nExpected path: "meta.revision"\nReceived path: "meta"', N, '"meta.revision"', None),
    ('expect(received).toContain(expected) // indexOf\n\nExpected substring: "ready"\nReceived string:    "started"', C, '"ready"', '"started"'),
    ("expect(received).toHaveLength(expected)\n\nExpected length: 3\nReceived length: 4\nReceived array:  [1, 2, 3, 4]", V, "3", "4"),
    ("AssertionError: expected 'a' to be 'b' // Object.is equality\n\n- Expected\n+ Received\n\n- b\n+ a", V, "b", "a"),
    ("AssertionError: expected [ 1, 2 ] to deeply equal [ 2, 1 ]", V, "[ 2, 1 ]", "[ 1, 2 ]"),
    ("TypeError: settle is not a function", N, "settle", None),
    # mocha with chai, node:assert
    ("AssertionError: expected { id: 1, price: 4.2 } to have property 'fetchedAt'\n    at Context.<anonymous> (test/q.js:18:20)", N, "'fetchedAt'", None),
    ("AssertionError: expected { id: 1 } to have keys 'lot', and 'bin'", N, "lot, bin", None),
    ("AssertionError: expected 3 to equal 4", V, "4", "3"),
    ("AssertionError: expected [ 'a' ] to include 'b'", C, "'b'", "[ 'a' ]"),
    ("AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n3 !== 4\n", V, "4", "3"),
    ('expect(jest.fn()).toHaveBeenCalledWith(...expected)\n\nExpected: {"id": 7, "to": "inbox"}\nReceived: {"id": 7, "to": "drafts"}', V, '"inbox"', '"drafts"'),
    ('expect(locator).toHaveText(expected) failed\n\nLocator: locator(\'#sum\')\nExpected string: "4,20"\nReceived string: "4.20"', V, '"4,20"', '"4.20"'),
    ("TestingLibraryElementError: Unable to find an element with the text: Nothing here yet. This could be because", C, "Nothing here yet", None),
    ('Unable to find an accessible element with the role "status" and name "Kept"', N, "status, Kept", None),
    ('querySelector("form.find input[name=q]") is null', N, "find, q", None),
    # Hand-written graders: labels of their own choice, files looked for in vain, limits, calls.
    ("took '' from the answer; truth: 31", V, "31", "''"),
    ("predicted: cat | label: dog", V, "dog", "cat"),
    ("no letter found in the reply (key: C)", V, "C", "''"),
    ("gold is 12, response was: 21", V, "12", "21"),
    ("checksum.txt is a81f, want 77b0", V, "77b0", "a81f"),
    ("nothing at public/site/index.html", N, "public/site/index.html", None),
    ("FAIL report 'may' not under out/monthly/may.csv", N, "out/monthly/may.csv", None),
    ("out/may.csv was never written", N, "out/may.csv", None),
    ("0 files in out/raw", N, "out/raw", None),
    ("p95=182ms limit=150ms", "bound", "<= 150", "182"),
    ("coverage 71% min 80%", "bound", ">= 80", "71"),
    ("expected call rent(item='saw', days=3) missing; calls: find(item='saw'), rent(item='saw', days=2)", V, "3", "2"),
    ("expected call rent(item='saw') was never made", V, "rent(item='saw')", None),
    ("missing response header 'X-Left' (have: date, server)", N, "'X-Left'", None),
    ("no log record at level WARNING containing 'sensor silent'", C, "'sensor silent'", None),
    ("yq '.store.level' a.yaml printed null, expected debug", N, "store.level", "null"),
    # Go
    ("x_test.go:12: got 3, want 4", V, "4", "3"),
    ("level_test.go:9: Level() = info, want warn", V, "warn", "info"),
    ("charged 2 times, want 1", V, "1", "2"),
    ("status 429, want 402", V, "402", "429"),
    ("have 3, want 4", V, "4", "3"),
    ("want 12.50 have 18.00", V, "12.50", "18.00"),
    (
        '\n\tError Trace:\t/t/l_test.go:19\n\tError:      \tNot equal: \n\t            \texpected: "warn"\n\t            \tactual  : "info"\n\tTest:       \tTestLevel',
        V,
        '"warn"',
        '"info"',
    ),
    ('Error: map[string]int{"a":1} does not contain "lot"', C, '"lot"', None),
    ("./x_test.go:7:12: undefined: SettleBatch", N, "SettleBatch", None),
    ('mismatch (-want +got):\n  map[string]int{\n-   "lot": 3,\n+   "batch": 3,\n  }', N, "lot", '"batch": 3'),
    # Rust
    ("assertion `left == right` failed\n  left: 4\n right: -4", V, "-4", "4"),
    ('panicked at t.rs:2:5:\nassertion `left == right` failed\n  left: "bad: 3"\n right: "unexpected token at 3"\nnote: run with x', T, '"unexpected token at 3"', '"bad: 3"'),
    ("left: 3 right: 4", V, "4", "3"),
    ("left: Number(3)\n right: Number(3000)", V, "3000", "3"),
    ('left: String("3")\n right: Some("4")', V, '"4"', '"3"'),
    ("expected datetime.date(2029, 1, 31), got datetime.date(2029, 2, 1)", V, "2029-01-31", "2029-02-01"),
    ("(-want +got):\n  Entry{\n- \tTTL: 86400,\n+ \tTTL: 24,\n  }", V, "86400", "24"),
    ('`[ -f "$HOME/.state/pin.lock" ]\' failed', N, ".state/pin.lock", None),
    ("error[E0432]: unresolved import `ledger::settle_batch`\n --> t.rs:1:5", N, "ledger::settle_batch", None),
    ("error[E0425]: cannot find function `settle` in crate `ledger`", N, "`settle`", None),
    ("error[E0599]: no method named `settle` found for struct `Ledger` in the current scope", N, "`settle`", None),
    ('Error("missing field `lot_no`", line: 1, column: 20)', N, "`lot_no`", None),
    # Java
    ("org.opentest4j.AssertionFailedError: total ==> expected: <5> but was: <4>", V, "<5>", "<4>"),
    ("java.lang.AssertionError: expected:<5> but was:<4>", V, "<5>", "<4>"),
    ('Expecting actual:\n  "a"\nto be equal to:\n  "b"\nbut was not.', V, '"b"', '"a"'),
    ('Expecting map:\n  {"a"=1}\nto contain key:\n  "lot"', N, "lot", '{"a"=1}'),
    ('java.lang.AssertionError: \nExpected: a collection containing "lot"\n     but: mismatches were: [was "batch"]\n\tat org.x', N, "lot", 'mismatches were: [was "batch"]'),
    ('java.lang.AssertionError: \nExpected: is "a"\n     but: was "b"', V, '"a"', '"b"'),
    ("error: cannot find symbol\n  symbol:   method settle(int)\n  location: class Ledger", N, "settle", None),
    # rspec, minitest
    ('\n  expected: "ORD-0007"\n       got: "ORD-7"\n\n  (compared using ==)\n', V, '"ORD-0007"', '"ORD-7"'),
    ("expected {:a => 1} to have key :lot", N, ":lot", None),
    ("expected #<Ledger> to respond to `settle`", N, "`settle`", None),
    ("Expected: 5\n  Actual: 4", V, "5", "4"),
    ("NoMethodError: undefined method `settle' for #<Ledger>", N, "settle", None),
    # PHPUnit
    ("Failed asserting that an array has the key 'sku_hash'.\n\n/t/C.php:31", N, "'sku_hash'", None),
    ("Failed asserting that 4 matches expected 5.", V, "5", "4"),
    ("Failed asserting that two strings are equal.\n--- Expected\n+++ Actual\n@@ @@\n-'b'\n+'a'", V, "'b'", "'a'"),
    ("Failed asserting that 'abc' contains \"d\".", C, '"d"', "'abc'"),
    # bats, TAP
    ('(in test file t.bats, line 14)\n  `[ "$status" -eq 66 ]\' failed\ngot 1', V, "66", "1"),
    ('(in test file t.bats, line 14)\n  `[ "$output" = "done" ]\' failed', V, "done", None),
    ("-- values do not equal --\nexpected : 5\nactual   : 4\n--", V, "5", "4"),
    ("-- output does not contain substring --\nsubstring : done\noutput    : finished\n--", C, "done", "finished"),
    ("not ok 3 - type\n  ---\n    operator: equal\n    expected: 'a/b'\n    actual:   'a/c'\n  ...", V, "'a/b'", "'a/c'"),
    ("not ok 3 - type\n  ---\n  found: 3\n  wanted: 4\n  ...", V, "4", "3"),
    ("#   Failed test 'x'\n#   at t/a.t line 3.\n#          got: '3'\n#     expected: '4'", V, "'4'", "'3'"),
    # diff
    ("--- expected.txt\n+++ out.txt\n@@ -2,2 +2 @@\n pear\n-== end ==\n", C, "== end ==", None),
    ("--- out.txt\n+++ golden.txt\n@@ -1 +1 @@\n-total,4\n+total 4\n", V, "total 4", "total,4"),
    ("3c3\n< total 4\n---\n> total,4", V, "total 4", "total,4"),
    # models and schemas
    ("1 validation error for Row\nsource_uri\n  Field required [type=missing, input_value={'id': 1}, input_type=dict]", N, "source_uri", None),
    ("data must have required property 'lot_no'", N, "'lot_no'", None),
    ("'level' is a required property", N, "'level'", None),
    # sentences of hand-made checks
    ("FAIL check_total: expected 12.5, got 12.48", V, "12.5", "12.48"),
    ("onset 1683 expected, got 1671", V, "1683", "1671"),
    ("seam 4: expected 212 rows, got 208", V, "212", "208"),
    ("balance 7, want 9", V, "9", "7"),
    ("client 7: open 120, got 0", V, "120", "0"),
    ("AssertionError: expected status 'completed', got 'done'", V, "'completed'", "'done'"),
    ("total: 12.48 (want 12.5)", V, "12.5", "12.48"),
    ("got 4 rows, need 5", V, "5", "4"),
    # keys of records
    ("AssertionError: record 0 lacks 'schema_version': {'id': 'e1'}", N, "schema_version", None),
    ("artifacts[0] has no builder_version", N, "builder_version", None),
    ("parts[1] has no format_rev (keys: name, size)", N, "format_rev", None),
    ("AssertionError: top level has no 'endpoints'", N, "endpoints", None),
    ("row 3 is missing field lot_no", N, "lot_no", None),
    ("no 'lot_no' in record 3", N, "lot_no", None),
    ("line 2: key `lot_no` absent", N, "`lot_no`", None),
    # names that tools lack
    ('Error: Output "bucket_arn" not found\n\nThe output variable could not be found in the state file.', N, "bucket_arn", None),
    ('GraphQLError: Cannot query field "fillRatio" on type "Box". Did you mean "fill"?', N, "fillRatio", None),
    ("make: *** No rule to make target 'distclean'.  Stop.", N, "distclean", None),
    ('npm error Missing script: "lint:fix"', N, "lint:fix", None),
    ("error: argument command: invalid choice: 'pack' (choose from 'add')", N, "pack", None),
    ("sh: 1: depotctl: not found", N, "depotctl", None),
    ("sqlite3.OperationalError: no such table: daily_sums", N, "daily_sums", None),
    ("TimeoutError: Timeout 5000ms exceeded.\nwaiting for getByTestId('nl-submit')", N, "nl-submit", None),
    ("hub answered 400: header X-Report-Rev is required", N, "X-Report-Rev", None),
    ("error: pathspec 'fix/cache' did not match any file(s) known to git", N, "fix/cache", None),
    ("columns: assert ['sensor', 'time'] == ['sensor_id', 'time']", N, "sensor_id", "['sensor', 'time']"),
    ("assert ['e1', 'e3'] == ['e3', 'e5']", V, "['e3', 'e5']", "['e1', 'e3']"),
    ("expected header day,tonnes_cum got d,total", N, "day, tonnes_cum", "d,total"),
    ("expected header id;name got id,name", V, "id;name", "id,name"),
    ("no Strict-Transport-Security in response", N, "Strict-Transport-Security", None),
]


@pytest.mark.parametrize(("message", "shape", "expected", "actual"), BLOCKS, ids=[b[0].strip()[:50] for b in BLOCKS])
def test_block(message: str, shape: str, expected: str | None, actual: str | None) -> None:
    found = parse("check", message)
    sides = tuple(None if side is None else strip_quotes(side) for side in (found.expected, found.actual, expected, actual))
    assert (found.shape, *sides[:2]) == (shape, *sides[2:])


NO_CONTRACT = [
    "AssertionError: '/old' is deprecated",
    "line 1 is not JSON: 127.0.0.1 - -",
    "port 8081 reachable from outside",
    "k2 before k1",
    "request 14 granted before request 9",
    "seam 1: row 17 twice",
]
"""Sentences that name nothing which somebody should have told."""


@pytest.mark.parametrize("message", NO_CONTRACT)
def test_prose_stays_prose(message: str) -> None:
    assert parse("check", message).shape == "prose"


@pytest.mark.parametrize(
    ("message", "wanted", "given"),
    [
        ("TypeError: list indices must be integers or slices, not str: seats['A']", "a mapping", "a list"),
        ("TypeError: cannot unpack non-iterable dict object", "a tuple", "dict"),
        ("assert {'each': 5, 'left': 0} == (5, 0)", "a tuple", "a mapping"),
        ("expected {'a': 1} got [1]", "a mapping", "a list"),
    ],
)
def test_another_kind_of_container(message: str, wanted: str, given: str) -> None:
    found = parse("check", message)
    assert (found.shape, found.expected, found.actual) == ("type", wanted, given)


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("./l_test.go:8:12: too many arguments in call to NewEngine\n\thave (number)\n\twant ()", "NewEngine"),
        ("TypeError: split_bill() takes 1 positional argument but 2 were given", "split_bill"),
        ("TypeError: Engine.run() missing 1 required positional argument: 'limit'", "Engine.run"),
        ("error: method pack in class Box cannot be applied to given types;", "pack"),
    ],
)
def test_a_call_with_other_arguments(message: str, name: str) -> None:
    found = parse("check", message)
    assert (found.shape, found.expected) == ("call", name)


def test_a_remark_behind_a_comparison_is_no_value() -> None:
    found = parse("check", "assert 401 == 200 (sent X-Hub-Digest: sha256=...)")
    assert (found.shape, found.expected, found.actual) == ("value", "200", "401")
