#!/bin/bash
set -e
mkdir -p $(dirname /app/src/balances.py)
cat > /app/src/balances.py <<'PY'
"""Balances of the GPU quota ledger."""
import json
import math
from datetime import date
from pathlib import Path

balance = {}
refused = 0
for line in open("/app/ledger.jsonl"):
    entry = json.loads(line)
    team, kind, hours = entry["team"], entry["kind"], entry["hours"]
    balance.setdefault(team, 0.0)
    if kind == "grant":
        balance[team] += hours
    elif kind == "use":
        billed = math.ceil(hours * 4) / 4
        if balance[team] < 0:
            billed *= 2
        balance[team] -= billed
    elif kind == "refund":
        age = (date.fromisoformat(entry["date"]) - date.fromisoformat(entry["ref"])).days
        if age <= 7:
            balance[team] += hours
        else:
            refused += 1
    elif kind == "transfer":
        if balance[team] < hours:
            refused += 1
        else:
            balance[team] -= hours
            balance[entry["ref"]] += hours
report = {"balances": {t: round(b, 2) for t, b in sorted(balance.items())}, "refused": refused}
out = Path("/app/out/balances.json")
out.parent.mkdir(exist_ok=True)
out.write_text(json.dumps(report, indent=2) + "\n")
print(json.dumps(report))
PY
cd /app && python3 src/balances.py
