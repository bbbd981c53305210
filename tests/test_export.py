"""Exports: every table whole and readable by others, secrets masked, formulas disarmed, columns explained."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from triage.errors import UsageError
from triage.export import EXPORTED, SLICE_BYTES, export, redact_table, slices
from triage.pipeline import ingest_and_detect
from triage.safe_text import cell
from triage.store.read import Reader

SECRET = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz"
FORMULA = "=cmd|' /C calc'!A0"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    for n in range(4):
        run = folder / "runs" / f"r{n}"
        run.mkdir(parents=True)
        (run / "run.json").write_text(json.dumps({"run_id": f"r{n}", "task": "t", "model": FORMULA, "exit_status": "+1", "final_answer": f"@SUM(1) {SECRET}"}))
        (run / "transcript.jsonl").write_text(json.dumps({"role": "user", "content": f'key {SECRET}, line\nbreak, "quote", nul \x00'}) + "\n")
        (run / "grader.json").write_text(json.dumps({"score": 0, "checks": [{"name": "c", "status": "failed", "message": f"-2+3 {SECRET}"}]}))
    path = folder / "t.duckdb"
    ingest_and_detect([str(folder / "runs")], path, jobs=1)
    return path


def rows_of(path: Path, fmt: str) -> int:
    if fmt == "parquet":
        return int(pq.read_table(path).num_rows)
    if fmt == "jsonl":
        return len([json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()])
    with path.open(encoding="utf-8", newline="") as stream:
        return sum(1 for _ in csv.DictReader(line.replace("\0", "") for line in stream))


@pytest.mark.parametrize("fmt", ["parquet", "csv", "jsonl"])
def test_every_table_is_whole(db: Path, tmp_path: Path, fmt: str) -> None:
    with Reader(db) as reader:
        counts = dict(export(reader, tmp_path, fmt))
        stored = {name: reader.table(f'select count(*) from "{name}"')[0][0] for name in EXPORTED}
    assert counts == stored
    assert counts["runs"] == 4
    assert {name: rows_of(tmp_path / f"{name}.{fmt}", fmt) for name in EXPORTED} == counts


def test_empty_tables_have_their_columns(db: Path, tmp_path: Path) -> None:
    with Reader(db) as reader:
        list(export(reader, tmp_path / "p", "parquet", ["task_bugs"]))
        list(export(reader, tmp_path / "c", "csv", ["task_bugs"]))
    assert "bug_id" in pq.read_table(tmp_path / "p" / "task_bugs.parquet").column_names
    assert "bug_id" in (tmp_path / "c" / "task_bugs.csv").read_text().splitlines()[0].split(",")


@pytest.mark.parametrize("fmt", ["parquet", "csv", "jsonl"])
def test_secrets_are_masked(db: Path, tmp_path: Path, fmt: str) -> None:
    with Reader(db) as reader:
        list(export(reader, tmp_path / "masked", fmt))
        list(export(reader, tmp_path / "plain", fmt, redact=False))

    def text(folder: Path) -> str:
        if fmt == "parquet":
            return "".join(str(pq.read_table(p).to_pylist()) for p in folder.glob("*.parquet"))
        return "".join(p.read_text(encoding="utf-8") for p in folder.glob(f"*.{fmt}"))

    assert SECRET not in text(tmp_path / "masked")
    assert "[masked: anthropic-key]" in text(tmp_path / "masked")
    assert SECRET in text(tmp_path / "plain")


def test_formulas_are_disarmed_in_csv(db: Path, tmp_path: Path) -> None:
    with Reader(db) as reader:
        list(export(reader, tmp_path, "csv"))
    for path in tmp_path.glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as stream:
            for row in csv.reader(line.replace("\0", "") for line in stream):
                for value in row:
                    assert value[:1] not in ("=", "@", "\t", "\r"), (path.name, value)
                    assert value[:1] not in ("+", "-") or _is_number(value), (path.name, value)


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(("value", "shown"), [("=1+1", "'=1+1"), (" =1", "' =1"), ("\t@x", "'\t@x"), ("-", "'-"), ("plain", "plain"), (-2.5, -2.5), (None, None), ("", "")])
def test_cells(value: object, shown: object) -> None:
    assert cell(value) == shown


def test_masking_reaches_into_lists_and_structures() -> None:
    table = pa.table({"a": [[f"x {SECRET}", None]], "b": [{"k": SECRET, "n": 1}], "c": [3]})
    masked = redact_table(table).to_pylist()[0]
    assert masked == {"a": ["x [masked: anthropic-key]", None], "b": {"k": "[masked: anthropic-key]", "n": 1}, "c": 3}


def test_slices_are_bounded_and_whole() -> None:
    batch = pa.RecordBatch.from_pydict({"text": ["x" * 100_000] * 1000, "n": list(range(1000))})
    pieces = list(slices(batch))
    assert len(pieces) >= batch.nbytes // SLICE_BYTES
    assert [n for piece in pieces for n in piece.column("n").to_pylist()] == list(range(1000))


def test_unknown_tables_are_told_and_leave_no_file(db: Path, tmp_path: Path) -> None:
    with Reader(db) as reader:
        for name in ("nothing", 'runs"; drop table steps; --'):
            with pytest.raises(UsageError):
                list(export(reader, tmp_path, "csv", [name]))
    assert list(tmp_path.glob("*.csv")) == []


def test_every_exported_column_is_explained(db: Path, tmp_path: Path) -> None:
    with Reader(db) as reader:
        list(export(reader, tmp_path, "jsonl"))
    text = (tmp_path / "DICTIONARY.md").read_text(encoding="utf-8")
    assert [f"## {name}" in text for name in EXPORTED] == [True] * len(EXPORTED)
    assert [line for line in text.splitlines() if line.startswith("| `") and line.rstrip().endswith("|  |")] == []
