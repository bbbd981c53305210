#!/bin/bash
set -e
mkdir -p $(dirname /app/tools/agreement.py)
cat > /app/tools/agreement.py <<'PY'
"""Agreement of the two annotators."""
import csv
import json
from pathlib import Path

with open("/app/labels/pairs.csv", newline="") as f:
    pairs = [(r["a"], r["b"]) for r in csv.DictReader(f)]
n = len(pairs)
both = [(a, b) for a, b in pairs if "skip" not in (a, b)]
raw = sum(a == b for a, b in both) / len(both)
chance = sum((sum(a == c for a, _ in both) / len(both)) * (sum(b == c for _, b in both) / len(both)) for c in ("ok", "bad"))
kappa = (raw - chance) / (1 - chance)
report = {
    "items": n,
    "coverage_a": round(sum(a != "skip" for a, _ in pairs) / n, 3),
    "coverage_b": round(sum(b != "skip" for _, b in pairs) / n, 3),
    "both": len(both),
    "raw_agreement": round(raw, 3),
    "bad_a": sum(a == "bad" for a, _ in pairs),
    "bad_b": sum(b == "bad" for _, b in pairs),
    "kappa": round(kappa, 3),
}
out = Path("/app/out/agreement.json")
out.parent.mkdir(exist_ok=True)
out.write_text(json.dumps(report, indent=2) + "\n")
print(json.dumps(report))
PY
cd /app && python3 tools/agreement.py
