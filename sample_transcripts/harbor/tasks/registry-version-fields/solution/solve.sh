#!/bin/bash
set -e
mkdir -p $(dirname /app/tools/build_index.py)
cat > /app/tools/build_index.py <<'PY'
"""Rebuild the registry index from the entries."""
import json
from pathlib import Path

ROOT = Path("/app")


def versions():
    lines = (ROOT / "VERSIONS").read_text().split()
    found = dict(line.split("=", 1) for line in lines)
    return {"schema_version": int(found["schema_version"]), "tool_version": found["tool_version"]}


def records():
    rows = []
    for path in sorted((ROOT / "registry" / "entries").glob("*.json")):
        entry = json.loads(path.read_text())
        if entry["stage"] == "archived":
            continue
        entry["metrics"] = {k: round(v, 4) for k, v in entry["metrics"].items()}
        rows.append(entry)
    return sorted(rows, key=lambda r: r["name"])


def main():
    out = ROOT / "out" / "index.json"
    out.parent.mkdir(exist_ok=True)
    v = versions()
    index = {**v, "records": [{**r, **v} for r in records()]}
    out.write_text(json.dumps(index, indent=2) + "\n")
    print(f"{len(index['records'])} records -> {out}")


main()
PY
cd /app && python3 tools/build_index.py
