import hashlib
import json
from pathlib import Path

APP = Path("/app")


def routes():
    return json.loads((APP / "routes.json").read_text())


def target(**alert):
    return next((r["to"] for r in routes() if all(alert.get(k) == v for k, v in r["match"].items())), None)


def test_routes_parse():
    assert all({"id", "match", "to"} <= set(r) for r in routes())


def test_existing_routes_kept():
    assert {"r1", "r2", "r3"} <= {r["id"] for r in routes()}


def test_paging_untouched():
    digest = hashlib.sha256((APP / "paging.json").read_bytes()).hexdigest()
    assert digest == "8a8b1a58ad732f9f17ca24d17f2ef88f0170da0df81791049809c8cadc935991"


def test_drift_goes_to_review():
    got = target(severity="warn", team="features", kind="drift")
    assert got == "drift-review", f"drift alert of features: expected drift-review, got {got}"


def test_rest_goes_to_desk():
    got = target(severity="info", team="billing", kind="quota")
    assert got == "triage-desk", f"alert of billing: expected triage-desk, got {got}"
