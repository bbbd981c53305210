import json
from pathlib import Path


def report():
    return json.loads(Path("/app/out/agreement.json").read_text())


def test_items():
    got = report()["items"]
    assert got == 48, f"items: expected 48, got {got}"


def test_coverage_a():
    got = report()["coverage_a"]
    assert got == 0.854, f"coverage_a: expected 0.854, got {got}"


def test_coverage_b():
    got = report()["coverage_b"]
    assert got == 0.875, f"coverage_b: expected 0.875, got {got}"


def test_both():
    got = report()["both"]
    assert got == 41, f"both: expected 41, got {got}"


def test_raw_agreement():
    got = report()["raw_agreement"]
    assert got == 0.902, f"raw_agreement: expected 0.902, got {got}"


def test_bad_a():
    got = report()["bad_a"]
    assert got == 15, f"bad_a: expected 15, got {got}"


def test_bad_b():
    got = report()["bad_b"]
    assert got == 17, f"bad_b: expected 17, got {got}"


def test_kappa():
    got = report()["kappa"]
    assert got == 0.796, f"kappa: expected 0.796, got {got}"
