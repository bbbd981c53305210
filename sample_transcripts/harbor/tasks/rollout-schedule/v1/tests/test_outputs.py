import json
from pathlib import Path

EXPECTED = {"auth": 1, "billing": 4, "features": 6, "gateway": 8, "mailer": 1, "ranker": 7, "reports": 7, "store": 4}


def plan():
    return json.loads(Path("/app/out/plan.json").read_text())


def test_every_service():
    assert sorted(plan()) == sorted(EXPECTED)


def test_two_a_day():
    days = list(plan().values())
    assert max(days.count(d) for d in days) <= 2


def test_dependencies_first():
    services = json.loads(Path("/app/services.json").read_text())
    p = plan()
    for name, s in services.items():
        for other in s["after"]:
            assert p[other] < p[name], f"{name}: day {p[name]}, but {other} only goes out on day {p[other]}"


def test_freeze_days():
    assert not {2, 5} & set(plan().values())


def test_exact_plan():
    wrong = {n: (d, plan().get(n)) for n, d in EXPECTED.items() if plan().get(n) != d}
    assert not wrong, "; ".join(f"{n}: expected day {a}, got {b}" for n, (a, b) in sorted(wrong.items()))
