"""Compare every card with the registry."""
import json
from pathlib import Path

registry = json.loads(Path("/app/registry.json").read_text())
for model, entry in registry.items():
    path = Path("/app/cards") / (model.replace(" ", "_") + ".json")
    card = json.loads(path.read_text())
    same = all(card.get(key) == value for key, value in entry.items())
    print("PASSED" if same else "FAILED", model)
