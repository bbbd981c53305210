#!/bin/bash
set -e
mkdir -p $(dirname /app/tools/export.py)
cat > /app/tools/export.py <<'PY'
"""Export the live policies as JSON."""
import json
from pathlib import Path


def parse(path):
    fields = {}
    for line in path.read_text().splitlines():
        if line.strip():
            key, value = line.split(":", 1)
            fields[key.strip()] = value.strip()
    return fields


def main():
    rows = []
    for path in sorted(Path("/app/policies").glob("*.policy")):
        fields = parse(path)
        if fields.get("retired") == "yes":
            continue
        rows.append({"id": fields["id"], "effect": fields["effect"], "scopes": [s.strip() for s in fields["scopes"].split(",")]})
    rows.sort(key=lambda r: r["id"])
    data = {"policies": rows, "generated_from": len(list(Path("/app/policies").glob("*.policy")))}
    out = Path("/app/out/policies.json")
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(data, indent=2) + "\n")
    print(f"{len(rows)} policies -> {out}")


main()
PY
cd /app && python3 tools/export.py
