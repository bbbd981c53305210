#!/bin/bash
set -e
mkdir -p $(dirname /app/src/plan.py)
cat > /app/src/plan.py <<'PY'
"""Plan the rollout: which service goes out on which day."""
import json
from pathlib import Path

services = json.loads(Path("/app/services.json").read_text())
calendar = json.loads(Path("/app/calendar.json").read_text())
freeze = set(calendar["freeze"])
plan = {}
for day in range(calendar["first_day"], calendar["last_day"] + 1):
    if day in freeze:
        continue
    today = []
    for name in sorted(services):
        if name in plan or len(today) == 2:
            continue
        if services[name]["tier"] == 1 and day - 1 in freeze:
            continue
        if all(other in plan for other in services[name]["after"]):
            today.append(name)
    for name in today:
        plan[name] = day
out = Path("/app/out/plan.json")
out.parent.mkdir(exist_ok=True)
out.write_text(json.dumps(plan, indent=2, sort_keys=True) + "\n")
for name in sorted(plan, key=lambda n: (plan[n], n)):
    print(plan[name], name)
PY
cd /app && python3 src/plan.py
