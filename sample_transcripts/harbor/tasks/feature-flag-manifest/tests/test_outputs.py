import hashlib
import json
from pathlib import Path

OUT = Path("/app/out/manifest.json")


def manifest():
    return json.loads(OUT.read_text())


def test_manifest_exists():
    assert OUT.exists()


def test_null_removes():
    assert "shadow_mode" not in manifest()["flags"]


def test_false_is_kept():
    assert manifest()["flags"].get("canary") is False, "canary: expected False"


def test_fingerprint():
    canon = json.dumps(manifest()["flags"], sort_keys=True, separators=(",", ":"))
    assert manifest()["fingerprint"] == hashlib.sha256(canon.encode()).hexdigest()


def replay(expression):
    """Evaluate a rule against the flags, the way the flag service does."""
    program = "flags = " + json.dumps(manifest()["flags"]) + "\nresult = " + expression + "\n"
    scope = {}
    exec(compile(program, "<replay>", "exec"), scope)
    return scope["result"]


def test_replay_lag():
    assert replay("flags['max_lag_s']") == 45


def test_replay_regions():
    assert replay("flags['regions'] == ['eu']")
