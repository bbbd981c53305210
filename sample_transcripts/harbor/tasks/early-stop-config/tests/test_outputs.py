import tomllib
from pathlib import Path


def config():
    return tomllib.loads(Path("/app/configs/retrain.toml").read_text())


def test_config_parses():
    assert set(config()) >= {"seed", "min_delta", "patience", "lr_start", "lr_end"}


def test_seed():
    assert config()["seed"] == 17


def test_patience():
    assert config()["patience"] == 5


def test_learning_rates():
    c = config()
    assert (c["lr_start"], c["lr_end"]) == (0.002, 0.0004)


def test_min_delta():
    got = config()["min_delta"]
    assert got == 0.025, f"min_delta: expected 0.025, got {got}"
