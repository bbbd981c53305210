import hashlib
import json
from pathlib import Path

FILES = sorted(Path("/app/datasets").glob("*.csv"))


def manifest():
    return json.loads(Path("/app/out/manifest.json").read_text())


def test_files_listed():
    assert [m["file"] for m in manifest()] == [f.name for f in FILES] and len(FILES) == 4


def test_row_counts():
    assert [m["rows"] for m in manifest()] == [len(f.read_text().splitlines()) - 1 for f in FILES]


def test_digests():
    assert [m["sha256"] for m in manifest()] == [hashlib.sha256(f.read_bytes()).hexdigest() for f in FILES]
