"""Turns the check report into the reward: the weights of the checks that passed."""
import json, os
report = json.load(open(os.environ.get("CTRF", "/logs/verifier/ctrf.json")))
weights = json.load(open("/tests/weights.json"))
passed = {t["name"] for t in report["results"]["tests"] if t["status"] == "passed"}
reward = round(sum(w for name, w in weights.items() if name in passed) / sum(weights.values()), 4)
print("reward", reward)
