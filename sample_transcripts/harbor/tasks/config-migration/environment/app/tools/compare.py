"""What the grader calls: differences between the configs and tools/expected.json."""
import configparser
import json
from pathlib import Path


def differences():
    expected = json.loads(Path("/app/tools/expected.json").read_text())
    found = []
    for name, want in expected.items():
        parser = configparser.ConfigParser()
        parser.read(f"/app/configs/{name}.ini")
        timeout = parser.get("model", "timeout_s", fallback=None)
        size = parser.get("pool", "size", fallback=None)
        if timeout is None or float(timeout) != want["timeout_s"]:
            found.append(f"{name}.timeout_s: expected {want['timeout_s']}, got {timeout}")
        if size is None or int(size) != want["size"]:
            found.append(f"{name}.size: expected {want['size']}, got {size}")
    return found
