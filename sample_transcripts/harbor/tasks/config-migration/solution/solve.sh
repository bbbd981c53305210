#!/bin/bash
set -e
mkdir -p $(dirname /app/tools/migrate.py)
cat > /app/tools/migrate.py <<'PY'
"""Migrate the configs to format 2."""
import configparser
from pathlib import Path

UNITS = {"ms": 0.001, "s": 1, "m": 60}


def seconds(text):
    for unit in ("ms", "s", "m"):
        if text.endswith(unit):
            return float(text[: -len(unit)]) * UNITS[unit]
    raise ValueError(text)


for path in sorted(Path("/app/configs").glob("*.ini")):
    config = configparser.ConfigParser()
    config.read(path)
    timeout = config.get("model", "timeout")
    config.remove_option("model", "timeout")
    config.set("model", "timeout_s", f"{seconds(timeout):g}")
    config.add_section("pool")
    config.set("pool", "size", config.get("server", "workers"))
    config.remove_option("server", "workers")
    with open(path, "w") as f:
        config.write(f)
    print(path.name, timeout, "->", config.get("model", "timeout_s"))
PY
cd /app && python3 tools/migrate.py && python3 tools/lock.py
