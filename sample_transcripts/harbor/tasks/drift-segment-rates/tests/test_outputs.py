import csv
import json
from pathlib import Path

import pytest

OUT = Path("/app/out/drift.json")
SEGMENTS = ["apac", "eu-west", "latam", "us-east"]


def report():
    return json.loads(OUT.read_text())


def pooled(segment):
    errors = total = 0
    with open("/app/data/events.csv", newline="") as f:
        for row in csv.DictReader(f):
            if row["segment"] == segment and "2026-01-02" <= row["day"] <= "2026-01-09":
                errors += int(row["errors"])
                total += int(row["total"])
    return round(errors / total, 4)


def test_report_exists():
    assert OUT.exists()


def test_all_segments():
    assert sorted(report()) == SEGMENTS


def test_rates_are_numbers():
    assert all(isinstance(r["error_rate"], float) and 0 <= r["error_rate"] <= 1 for r in report().values())


def test_drift_flags_are_bool():
    assert all(isinstance(r["drifts"], bool) for r in report().values())


@pytest.mark.parametrize("segment", ["eu-west", "us-east"])
def test_error_rate(segment):
    got = report()[segment]["error_rate"]
    assert got == pooled(segment), f"{segment}: expected {pooled(segment)}, got {got}"
