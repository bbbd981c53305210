import json
from pathlib import Path

OUT = Path("/app/out/policies.json")


def data():
    return json.loads(OUT.read_text())


def test_valid_json():
    data()


def test_structure():
    d = data()
    assert isinstance(d, dict) and "policies" in d, f"expected an object with key 'policies', got {type(d).__name__} {sorted(d)[:3] if isinstance(d, dict) else ''}"
    assert d.get("generated_from") == 5, f"generated_from: expected 5, got {d.get('generated_from')}"


def test_live_ids():
    d = data()
    assert [p["id"] for p in d["policies"]] == ["POL-017", "POL-088", "POL-104", "POL-233"]


def test_scopes_split():
    scopes = {p["id"]: p["scopes"] for p in data()["policies"]}
    assert scopes["POL-233"] == ["features", "exports"]
