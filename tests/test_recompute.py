"""docs/how-to/recompute.md: each number of a finding comes out of the query that stands below it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from triage.pipeline import ingest_and_detect
from triage.store.read import Reader

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
SECTION = re.compile(r"^### `(?P<kind>[a-z_.]+)` of (?P<task>\S+)\n\n> (?P<said>[^\n]+)\n\n```sql\n(?P<sql>.*?)\n```\n\nGives `(?P<gives>[^`]+)`", re.M | re.S)
EXAMPLES = [m.groupdict() for m in SECTION.finditer((ROOT / "docs" / "how-to" / "recompute.md").read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    db = tmp_path_factory.mktemp("recompute") / "samples.duckdb"
    ingest_and_detect([str(ROOT / "sample_transcripts")], db, jobs=1)
    return Reader(db)


def test_there_are_ten_kinds() -> None:
    assert len({e["kind"] for e in EXAMPLES}) >= 10


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e["kind"])
def test_the_query_gives_the_numbers_of_the_finding(example: dict[str, str], reader: Reader) -> None:
    texts = [r["explanation"] for r in reader.rows("select explanation from findings where kind = $kind and task_id = $task", {"kind": example["kind"], "task": example["task"]})]
    assert any(example["said"] in text for text in texts), texts
    given = [f"{value:g}" if isinstance(value, float) else str(value) for row in reader.table(example["sql"]) for value in row]
    assert ", ".join(given) == example["gives"]
    assert all(re.search(rf"(?<![\d.]){re.escape(n)}(?![\d])", example["said"]) for n in given)
