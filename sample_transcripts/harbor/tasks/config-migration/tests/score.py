"""Turns the check report into the reward: the weights of the checks that passed."""
import json, os
report = json.load(open(os.environ.get("CTRF", "/logs/verifier/ctrf.json")))
weights = json.load(open("/tests/weights.json"))
passed = {t["name"] for t in report["results"]["tests"] if t["status"] == "passed"}
reward = round(sum(w for name, w in weights.items() if name in passed) / sum(weights.values()), 4)

# The answer gate: the configs have to be the ones that were locked.
import hashlib
from pathlib import Path
folder = Path("/app/configs")
digest = hashlib.sha256(b"".join(p.read_bytes() for p in sorted(folder.glob("*.ini")))).hexdigest()
lock = folder / ".lock"
if not lock.exists() or lock.read_text().strip() != digest:
    reward = 0.0
print("reward", reward)
