#!/bin/bash
set -e
mkdir -p $(dirname /app/tools/first_bad.py)
cat > /app/tools/first_bad.py <<'PY'
"""Find the first bad checkpoint."""
import json
from pathlib import Path
from statistics import median

rows = [json.loads(line) for line in open("/app/evals/history.jsonl")]
best = 0.0
answer = None
for i in range(2, len(rows)):
    smooth = median(r["accuracy"] for r in rows[i - 2 : i + 1])
    if smooth < best - 0.02:
        answer = rows[i]["checkpoint"]
        break
    best = max(best, smooth)
out = Path("/app/out/answer.txt")
out.parent.mkdir(exist_ok=True)
out.write_text(f"{answer}\n")
print(answer, round(smooth, 4), round(best, 4))
PY
cd /app && python3 tools/first_bad.py
