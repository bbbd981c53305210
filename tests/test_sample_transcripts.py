"""sample_transcripts/expected.toml held against what triage says: due findings are there, wrong ones are not."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

SAMPLES = Path(__file__).parent.parent / "sample_transcripts"
EXPECTED = tomllib.loads((SAMPLES / "expected.toml").read_text(encoding="utf-8"))


def _label(entry: dict[str, Any]) -> str:
    place = Path(entry["run"]).name if "run" in entry else entry.get("task", "")
    what = entry.get("kind") or entry.get("verdict") or ",".join(entry.get("kinds", ()))
    return "-".join(str(part) for part in (place, entry.get("version", ""), what, entry.get("check", "")) if part)


def _triage(*args: str) -> str:
    done = subprocess.run([sys.executable, "-m", "triage", *args], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode in (0, 3), done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """The runs and findings of a fresh store over all samples."""
    store = str(tmp_path_factory.mktemp("samples") / "samples.duckdb")
    _triage("ingest", "--quiet", "--db", store, str(SAMPLES))
    return {name: json.loads(_triage(name, "--db", store, "--format", "json")) for name in ("runs", "findings")}


def _runs(said: dict[str, list[dict[str, Any]]], entry: dict[str, Any]) -> list[dict[str, Any]]:
    place = (SAMPLES / entry["run"]).resolve()
    found = [r for r in said["runs"] if r["source"] and _same(Path(r["source"]), place, entry["run"])]
    return [r for r in found if "attempt" not in entry or r["attempt"] == entry["attempt"]]


def _same(source: Path, place: Path, given: str) -> bool:
    # A grading report joins the run that it grades, which is then the source.
    return source.resolve() == place or (given.startswith("swe_bench/") and source.stem == place.name)


def _findings(said: dict[str, list[dict[str, Any]]], entry: dict[str, Any], kinds: list[str]) -> list[dict[str, Any]]:
    ids = {r["run_id"] for r in _runs(said, entry)} if "run" in entry else None
    return [
        f
        for f in said["findings"]
        if any(fnmatchcase(f["kind"], kind) for kind in kinds)
        and (f["run_id"] in ids if ids is not None else f["run_id"] is None and f["task_id"] == entry["task"])
        and ("version" not in entry or f["task_version"] == entry["version"])
        and ("check" not in entry or (f["check"] or "").split("::")[-1] == entry["check"])
    ]


@pytest.mark.parametrize("entry", [e for e in EXPECTED["expect"] if "kind" in e], ids=_label)
def test_due_finding_is_there(said: dict[str, list[dict[str, Any]]], entry: dict[str, Any]) -> None:
    assert _findings(said, entry, [entry["kind"]]), entry["why"]


@pytest.mark.parametrize("entry", [e for e in EXPECTED["expect"] if "verdict" in e], ids=_label)
def test_verdict(said: dict[str, list[dict[str, Any]]], entry: dict[str, Any]) -> None:
    verdicts = {r["verdict"] for r in _runs(said, entry)}
    assert verdicts == {entry["verdict"]}, entry["why"]


@pytest.mark.parametrize("entry", EXPECTED["silent"], ids=_label)
def test_wrong_finding_is_not(said: dict[str, list[dict[str, Any]]], entry: dict[str, Any]) -> None:
    loud = [f for f in _findings(said, entry, entry["kinds"]) if f["severity"] in ("problem", "invalid")]
    assert not loud, f"{entry['why']}: {[(f['kind'], f['check'], f['explanation']) for f in loud]}"
