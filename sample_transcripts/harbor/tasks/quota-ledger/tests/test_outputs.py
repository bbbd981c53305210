import json
from pathlib import Path


def report():
    return json.loads(Path("/app/out/balances.json").read_text())


def test_shape():
    assert set(report()) == {"balances", "refused"}


def test_ranking():
    got = report()["balances"]["ranking"]
    assert got == 63.0, f"ranking: expected 63.0, got {got}"


def test_speech():
    got = report()["balances"]["speech"]
    assert got == 0.25, f"speech: expected 0.25, got {got}"


def test_vision():
    got = report()["balances"]["vision"]
    assert got == 27.25, f"vision: expected 27.25, got {got}"


def test_refused():
    got = report()["refused"]
    assert got == 2, f"refused: expected 2, got {got}"
