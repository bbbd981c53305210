"""Commands on strange terminals, closed streams and strange SQL: no traceback, the right exit code, nothing that moves a cursor."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from triage.pipeline import ingest_and_detect

HOSTILE = "\x1b[31mred\x1b]8;;http://evil\x07link\x9b2J\u202eabc\u2066\x7f"


def run(*args: str, env: dict[str, str] | None = None, cwd: Path | None = None, shell: str = "") -> subprocess.CompletedProcess[bytes]:
    """`triage` in a process of its own; `shell` is added to its command line, e.g. `>&-`."""
    command = ["bash", "-c", f'exec "$@" {shell}', "-", sys.executable, "-m", "triage", *args]
    done = subprocess.run(command, capture_output=True, env={**os.environ, **(env or {})}, cwd=cwd, stdin=subprocess.DEVNULL, check=False)
    assert b"Traceback" not in done.stderr
    assert b"should not have happened" not in done.stderr
    return done


def on_terminal(*args: str) -> bytes:
    """What `triage` writes where stdout is a terminal."""
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "triage", *args], stdout=child, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env={**os.environ, "NO_COLOR": "1", "TERM": "dumb"}
    )
    os.close(child)
    read = b""
    try:
        while block := os.read(parent, 65536):
            read += block
    except OSError:  # the other end is closed
        pass
    process.wait()
    os.close(parent)
    return read


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with one hostile run."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "runs" / "a").mkdir(parents=True)
    (folder / "runs" / "a" / "run.json").write_text(json.dumps({"run_id": "a", "task": f"t{HOSTILE}", "model": f"=m{HOSTILE}", "exit_status": HOSTILE}))
    (folder / "runs" / "a" / "transcript.jsonl").write_text(json.dumps({"role": "user", "content": HOSTILE}) + "\n" + json.dumps({"role": "assistant", "content": HOSTILE}) + "\n")
    (folder / "runs" / "a" / "grader.json").write_text(json.dumps({"score": 0, "checks": [{"name": f"check ✓{HOSTILE}", "status": "failed", "message": HOSTILE}]}))
    ingest_and_detect([str(folder / "runs")], folder / "t.duckdb", jobs=1)
    return str(folder / "t.duckdb")


@pytest.mark.parametrize("words", ["status", "tasks", "runs", "findings --evidence", "checks t", "gate --all"])
def test_an_encoding_without_our_signs(words: str, db: str) -> None:
    done = run(*words.split(), "--db", db, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode in (0, 1, 3), done.stderr
    assert done.stdout.isascii()


def test_closed_streams(db: str) -> None:
    assert run("runs", "--db", db, shell=">&-").returncode == 0
    assert run("runs", "--db", db, "--format", "json", shell=">&- 2>&- <&-").returncode == 0
    quiet = run("runs", "--db", db, "--format", "json", shell="2>&-")
    assert [r["run_id"] for r in json.loads(quiet.stdout)] == ["a"]


def test_a_reader_that_leaves(db: str) -> None:
    done = run("query", "select repeat('x', 1000) as x from range(2000)", "--format", "jsonl", "--db", db, shell="| head -c 10")
    assert done.stderr == b""


def test_a_working_directory_that_is_gone(db: str, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    done = subprocess.run(["bash", "-c", f'rmdir "{gone}"; exec {sys.executable} -m triage runs --db "{db}"'], cwd=gone, capture_output=True, check=False)
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, b"triage: the working directory does not exist any more")


@pytest.mark.parametrize(
    "words",
    [
        "runs --format csv",
        "runs --format json",
        "runs --format jsonl",
        "runs",
        "tasks",
        "findings --evidence",
        "checks t",
        "show a --no-pager",
        "show a --format json",
        "gate --all --format json",
        "report --format json",
        "report --format sarif",
        "report --format md",
        "report --format github",
        "report --format junit",
        "findings --format json",
        "labels list --format json",
    ],
)
def test_nothing_moves_the_cursor(words: str, db: str) -> None:
    shown = on_terminal(*words.split(), "--db", db)
    assert shown
    text = shown.decode()
    assert not [c for c in text if (ord(c) < 32 and c not in "\r\n\t") or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u2066"]


@pytest.mark.parametrize("words", ["runs --format json", "findings --format json", "show a --format json", "report --format json", "report --format sarif"])
def test_json_on_a_terminal_is_the_same_json(words: str, db: str) -> None:
    shown, piped = on_terminal(*words.split(), "--db", db), run(*words.split(), "--db", db).stdout
    assert _timeless(json.loads(shown)) == _timeless(json.loads(piped))
    assert "\u202e" not in shown.decode()


def _timeless(value: Any) -> Any:
    """A report says when it was made."""
    return {k: v for k, v in value.items() if k != "made_at"} if isinstance(value, dict) else value


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["query", "select sum(9223372036854775807) as x from range(3)", "--format", "json"], 0),
        (["query", "select 9223372036854775807 + 1"], 2),
        (["query", "copy runs to 'out.csv'"], 2),
        (["query", "select * from read_text('/etc/passwd')"], 2),
        (["query", "attach 'x.db'"], 2),
        (["query", "set enable_external_access = true"], 2),
        (["query", "delete from steps"], 2),
        (["checks", "t", "--where", "?=1"], 2),
        (["checks", "t", "--where", "1=1; drop table steps"], 2),
        (["runs", "--where", "1=1) union select 1 --"], 2),
        (["runs", "--limit", "-1"], 2),
        (["report", "--out", "/dev/null"], 2),
        (["gate", "t", "--version", "none"], 2),
        (["show", "none"], 2),
    ],
)
def test_exit_codes(words: list[str], code: int, db: str, tmp_path: Path) -> None:
    done = run(*words, "--db", db, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert code == 0 or done.stdout == b""
    assert not list(tmp_path.iterdir())


def test_a_reader_that_has_enough_is_no_fault(tmp_path: Path) -> None:
    """`triage ... | head -1`: exit code 0, for 1 says that the answer is no."""
    rows = "".join(f'{{"run_id": "r{n}", "task": "t", "passed": false, "note": "{"x" * 200}"}}\n' for n in range(3000))
    (tmp_path / "results.jsonl").write_text(rows, encoding="utf-8")
    db = str(tmp_path / "t.duckdb")
    subprocess.run([sys.executable, "-m", "triage", "ingest", str(tmp_path / "results.jsonl"), "--db", db, "-q"], check=False, capture_output=True)
    writing = subprocess.Popen([sys.executable, "-m", "triage", "runs", "--format", "jsonl", "--db", db], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert writing.stdout is not None
    assert writing.stdout.readline().startswith(b"{")
    writing.stdout.close()
    assert writing.wait(60) == 0
