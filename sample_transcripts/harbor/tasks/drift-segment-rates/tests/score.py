"""Turns the check report into the reward: every check has to pass."""
import json, os
report = json.load(open(os.environ.get("CTRF", "/logs/verifier/ctrf.json")))
tests = report["results"]["tests"]
reward = 1.0 if tests and all(t["status"] == "passed" for t in tests) else 0.0
print("reward", reward)
