#!/bin/bash
set -e
mkdir -p $(dirname /app/src/drift.py)
cat > /app/src/drift.py <<'PY'
"""Error rate per segment over the report window."""
import csv
import json
from collections import defaultdict
from pathlib import Path

FIRST, LAST = "2026-01-02", "2026-01-09"


def main():
    base = json.loads(Path("/app/baseline.json").read_text())
    seen = defaultdict(list)
    with open("/app/data/events.csv", newline="") as f:
        for row in csv.DictReader(f):
            if FIRST <= row["day"] <= LAST:
                seen[row["segment"]].append((int(row["errors"]), int(row["total"])))
    report = {}
    for segment, days in sorted(seen.items()):
        rate = sum(e for e, _ in days) / sum(t for _, t in days)
        report[segment] = {"error_rate": round(rate, 4), "drifts": rate > 1.5 * base[segment]}
    out = Path("/app/out/drift.json")
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(report, indent=2) + "\n")
    for segment, row in report.items():
        print(segment, row["error_rate"], "DRIFT" if row["drifts"] else "ok")


main()
PY
cd /app && python3 src/drift.py
