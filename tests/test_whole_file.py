"""Reports and exports are there whole or not at all: a full disk, Ctrl-C and a kill leave what was there before."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from triage.pipeline import ingest_and_detect
from triage.whole_file import whole_file, write_whole


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("whole")
    for n in range(40):
        run = folder / "runs" / f"r{n}"
        run.mkdir(parents=True)
        (run / "run.json").write_text(json.dumps({"run_id": f"r{n}", "task": f"t{n % 3}"}))
        text = os.urandom(2000).hex()
        (run / "transcript.jsonl").write_text(json.dumps({"role": "assistant", "content": text}) + "\n")
        (run / "grader.json").write_text(json.dumps({"score": 0, "checks": [{"name": "c", "status": "failed", "message": text[:300]}]}))
    ingest_and_detect([str(folder / "runs")], folder / "t.duckdb", jobs=1)
    return str(folder / "t.duckdb")


def limited(blocks: int, *words: str) -> subprocess.CompletedProcess[str]:
    """`triage` where no file may be longer than that many blocks of 1,024 bytes."""
    return subprocess.run(["bash", "-c", f'ulimit -f {blocks}; exec "$@"', "-", sys.executable, "-m", "triage", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", ["report --out", "export --format jsonl --table steps --out", "export --format csv --table steps --out", "export --table steps --out"])
def test_no_room(words: str, db: str, tmp_path: Path) -> None:
    done = limited(1, *words.split(), str(tmp_path), "--db", db, "-q")
    assert done.returncode == 5
    assert "there is no room for the file" in done.stderr
    assert "ulimit -f" in done.stderr
    assert "Traceback" not in done.stderr
    assert [p.name for p in tmp_path.rglob("*") if p.is_file()] == []


def test_what_was_there_stays_where_there_is_no_room(db: str, tmp_path: Path) -> None:
    words = ("export", "--format", "jsonl", "--table", "steps", "--db", db, "-q", "--out", str(tmp_path))
    assert limited(10_000, *words).returncode == 0
    before = (tmp_path / "steps.jsonl").read_bytes()
    assert limited(1, *words).returncode == 5
    assert (tmp_path / "steps.jsonl").read_bytes() == before


def test_a_full_disk_says_how_much_is_missing(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        program = f"from pathlib import Path; from triage.whole_file import write_whole; write_whole(Path({str(disk / 'a.html')!r}), b'x' * 200_000)"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        assert "it has 200 kB; 66 kB are free there, 134 kB are missing" in done.stderr
        assert not list(disk.iterdir())
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "index.html"
    path.write_text("before")
    with pytest.raises(KeyboardInterrupt):
        _begin(path)
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["index.html"]


def _begin(path: Path) -> None:
    with whole_file(path) as stream:
        stream.write(b"half")
        raise KeyboardInterrupt


def test_killed(tmp_path: Path) -> None:
    path = tmp_path / "index.html"
    path.write_text("before")
    program = f"""
import os, signal
from pathlib import Path
from triage.whole_file import whole_file
with whole_file(Path({str(path)!r})) as stream:
    stream.write(b"half")
    stream.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -signal.SIGKILL
    assert path.read_text() == "before"
    assert len(os.listdir(tmp_path)) == 2
    write_whole(path, b"after")
    assert path.read_text() == "after"
    assert os.listdir(tmp_path) == ["index.html"]


def test_links_modes_and_devices_stay_what_they_are(tmp_path: Path) -> None:
    real, link = tmp_path / "real.md", tmp_path / "link.md"
    real.write_text("before")
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(link, b"after")
    assert link.is_symlink()
    assert real.read_text() == "after"
    assert real.stat().st_mode & 0o777 == 0o640
    write_whole(Path(os.devnull), b"gone")
    assert not Path(os.devnull).is_file()
