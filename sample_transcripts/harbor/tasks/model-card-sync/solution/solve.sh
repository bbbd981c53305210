#!/bin/bash
set -e
mkdir -p $(dirname /app/tools/sync.py)
cat > /app/tools/sync.py <<'PY'
"""Bring the model cards in step with the registry."""
import json
from pathlib import Path

registry = json.loads(Path("/app/registry.json").read_text())
for model, entry in registry.items():
    path = Path("/app/cards") / (model.replace(" ", "_") + ".json")
    card = json.loads(path.read_text())
    before = dict(card)
    card.update(entry)
    path.write_text(json.dumps(card, indent=2) + "\n")
    print("changed" if card != before else "same", path.name)
PY
cd /app && python3 tools/sync.py
