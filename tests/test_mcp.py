"""The MCP server as a client sees it: its tools, their answers, and that nothing can be written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

mcp = pytest.importorskip("mcp", reason="the extra `mcp` is not installed")

from triage.mcp_server import NAMES, make_server  # noqa: E402
from triage.pipeline import ingest_and_detect  # noqa: E402


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mcp")
    run = folder / "runs" / "one"
    run.mkdir(parents=True)
    (run / "run.json").write_text(json.dumps({"run_id": "one", "task": "t", "model": "m"}))
    (run / "transcript.jsonl").write_text('{"role": "user", "content": "Do it."}\n{"role": "assistant", "content": "key sk-ant-REDACTEDREDACTEDREDACTED"}\n')
    (run / "grader.json").write_text(json.dumps({"score": 0, "checks": [{"name": "c", "status": "failed", "message": "no"}]}))
    path = folder / "t.duckdb"
    ingest_and_detect([str(folder / "runs")], path, jobs=1)
    return path


async def _call(db: Path, name: str, **arguments: object) -> object:
    result = await make_server(db, db.parent).call_tool(name, arguments)
    content = result[0] if isinstance(result, tuple) else getattr(result, "content", result)
    return json.loads(content[0].text)


async def test_tools_are_listed(db: Path) -> None:
    tools = await make_server(db, db.parent).list_tools()
    assert {t.name for t in tools} == set(NAMES)


async def test_answers(db: Path) -> None:
    assert (await _call(db, "status"))["runs"] == 1  # type: ignore[index]
    assert (await _call(db, "runs", where="verdict = 'failed'"))[0]["run_id"] == "one"  # type: ignore[index]
    assert (await _call(db, "grader_output", run_id="one"))["checks"][0]["check_name"] == "c"  # type: ignore[index]


async def test_secrets_are_masked(db: Path) -> None:
    steps = await _call(db, "read_steps", run_id="one")
    assert "sk-ant" not in json.dumps(steps)
    assert "[masked: anthropic-key]" in json.dumps(steps)


@pytest.mark.parametrize("sql", ["drop table steps", "select * from read_csv('/etc/passwd')", "copy runs to '/tmp/x.csv'", "set enable_external_access = true"])
async def test_nothing_can_be_written_or_read_outside(db: Path, sql: str) -> None:
    answer = await _call(db, "query", sql=sql)
    assert "error" in answer  # type: ignore[operator]
