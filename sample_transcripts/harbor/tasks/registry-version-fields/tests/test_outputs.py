import json
from pathlib import Path

INDEX = Path("/app/out/index.json")


def load():
    return json.loads(INDEX.read_text())


def test_index_exists():
    assert INDEX.exists()


def test_archived_left_out():
    assert all(r["stage"] != "archived" for r in load()["records"])


def test_sorted_by_name():
    names = [r["name"] for r in load()["records"]]
    assert names == sorted(names) and len(names) >= 5


def test_metrics_rounded():
    for r in load()["records"]:
        for k, v in r["metrics"].items():
            assert v == round(v, 4), f"{r['name']}.{k}: {v}"


def test_record_versions():
    for i, r in enumerate(load()["records"]):
        assert "schema_version" in r, f"records[{i}].schema_version: expected 3, got nothing"
        assert "tool_version" in r, f"records[{i}].tool_version: expected '1.8.2', got nothing"
        assert (r["schema_version"], r["tool_version"]) == (3, "1.8.2")
