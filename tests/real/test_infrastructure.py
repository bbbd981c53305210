"""Infrastructure failures in real Terminal-Bench 1 and Harbor runs, with and without the harness's own word for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from triage.detect import detect

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"


def _store(tmp_path_factory: pytest.TempPathFactory, name: str) -> Path:
    if not (CORPUS / name).is_dir():
        pytest.skip(f"the corpus has no {name}")
    from click.testing import CliRunner

    from triage.cli.app import app

    path = tmp_path_factory.mktemp(name) / "t.duckdb"
    CliRunner().invoke(app, ["ingest", str(CORPUS / name), "--db", str(path), "--quiet"])
    return path


@pytest.fixture(scope="module")
def harbor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    db = duckdb.connect(str(_store(tmp_path_factory, "harbor")), read_only=True)
    yield db
    db.close()


def _kinds(db: Any) -> dict[str, int]:
    return dict(db.execute("SELECT invalid_kind, count(*) FROM runs WHERE verdict = 'invalid' GROUP BY ALL").fetchall())


def test_harbor_names_who_never_ran(harbor: duckdb.DuckDBPyConnection) -> None:
    kinds = _kinds(harbor)
    assert kinds["agent_setup.install_failed"] == 31
    assert kinds["agent_setup.launch_failed"] == 8
    assert kinds["sandbox.start_failed"] == 4


def test_harbor_names_graders_without_runner_or_tests(harbor: duckdb.DuckDBPyConnection) -> None:
    kinds = _kinds(harbor)
    assert kinds["grader.package_install_failed"] == 7
    assert kinds["grader.missing_harness_file"] == 30


def test_no_passed_run_is_invalid(harbor: duckdb.DuckDBPyConnection) -> None:
    assert harbor.execute("SELECT run_id FROM runs WHERE passed AND verdict = 'invalid'").fetchall() == []


@pytest.mark.slow
def test_verdicts_do_not_need_the_harness_s_failure_mode(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = _store(tmp_path_factory, "terminal-bench-1")
    with duckdb.connect(":memory:") as db:
        db.execute(f"ATTACH '{path}' AS store")
        db.execute("USE store")
        told = {r for (r,) in db.execute("SELECT run_id FROM runs WHERE verdict = 'invalid' AND passed IS NOT NULL").fetchall()}
        db.execute("DELETE FROM events WHERE channel = 'harness_enum' OR type = 'limit'")
        assert detect(db).errors == []
        found = {r for (r,) in db.execute("SELECT run_id FROM runs WHERE verdict = 'invalid' AND passed IS NOT NULL").fetchall()}
    assert told
    assert len(told & found) / len(told) >= 0.97
