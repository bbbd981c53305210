#!/bin/bash
set -e
mkdir -p $(dirname /app/tools/merge_flags.py)
cat > /app/tools/merge_flags.py <<'PY'
"""Merge the override flags into the base flags."""
import hashlib
import json
from pathlib import Path

FLAGS = Path("/app/flags")


def main():
    base = json.loads((FLAGS / "base.json").read_text())
    over = json.loads((FLAGS / "override.json").read_text())
    merged = {**base, **over}
    merged = {k: v for k, v in sorted(merged.items()) if v is not None}
    canon = json.dumps(merged, sort_keys=True, separators=(",", ":"))
    manifest = {"flags": merged, "fingerprint": hashlib.sha256(canon.encode()).hexdigest()}
    out = Path("/app/out/manifest.json")
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(manifest, indent=2) + "\n")
    print(json.dumps(manifest))


main()
PY
cd /app && python3 tools/merge_flags.py
