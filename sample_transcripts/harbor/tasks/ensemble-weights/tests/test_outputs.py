import json
from pathlib import Path


def weights():
    return json.loads(Path("/app/out/weights.json").read_text())["weights"]


def test_five_weights():
    assert len(weights()) == 5


def test_not_negative():
    assert all(w >= 0 for w in weights())


def test_sum_to_one():
    assert abs(sum(weights()) - 1) < 0.005, f"sum of weights: expected 1, got {sum(weights())}"
