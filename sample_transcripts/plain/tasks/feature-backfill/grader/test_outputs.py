import csv


def rows(path):
    with open(path, newline="") as f:
        return [(r["entity"], int(r["day"]), r["value"]) for r in csv.DictReader(f)]


def values(entity, days):
    found = {(e, d): v for e, d, v in rows("/app/out/feature.csv")}
    return [found[entity, d] for d in days]


def test_same_rows():
    assert [r[:2] for r in rows("/app/out/feature.csv")] == [r[:2] for r in rows("/app/data/feature.csv")]


def test_short_gap_filled():
    assert "" not in values("u1", (4, 5))


def test_long_gap_limited():
    got = values("u2", (6, 7, 8, 9, 10))
    last = values("u2", (5,))
    want = last * 3 + [""] * 2
    assert got == want, f"u2 days 6 to 10: expected {want}, got {got}"


def test_nothing_before_first():
    got = values("u3", (1, 2))
    assert got == ["", ""], f"u3 days 1 and 2: expected ['', ''], got {got}"
