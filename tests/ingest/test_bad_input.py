"""Bad input gets a message with what, where and what would be right; the rest goes on."""

from __future__ import annotations

import gzip
import io
import json
import os
import tarfile
import zipfile
from pathlib import Path

import pytest

from triage.errors import UsageError

from .conftest import Make, Store


def _problems(store: Store) -> set[object]:
    return {r["kind"] for r in store.rows("select kind from problems")}


def _whole(store: Store) -> bool:
    return store.rows("select verdict from runs where run_id = 'good'") == [{"verdict": "failed"}]


def test_missing_path_names_the_nearest(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("good")
    with pytest.raises(UsageError, match="does not exist") as error:
        store.ingest(tmp_path / "rums")
    assert "did you mean" in str(error.value)


def test_empty_folder_is_nothing(store: Store, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    summary = store.ingest(tmp_path / "empty")
    assert not summary.read
    assert not summary.unrecognised


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b'{"task": "t"', "bad_json"),
        (b"", None),
        (b'{"task": "t", "kind": 7, "attempt": "x", "tokens_in": NaN, "score": []}', None),
        (b'[{"task": "t"}]', "bad_run"),
        (b'\xff\xfe{\x00"\x00t\x00a\x00s\x00k\x00"\x00:\x00"\x00t\x00"\x00}\x00', None),
        (b'{"task": "t", "run_id": "\\ud83d"}', None),
        (b'{"task": "t", "run_id": "a\\u0000b"}', None),
    ],
)
def test_strange_run_json(content: bytes, kind: str | None, make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("good")
    (make_run("bad") / "run.json").write_bytes(content)
    store.ingest(tmp_path / "runs")
    assert _whole(store)
    if kind:
        assert kind in _problems(store)


def test_half_written_transcript_is_kept(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("good")
    with open(make_run("cut") / "transcript.jsonl", "ab") as stream:
        stream.write(b'{"role": "assistant", "content": "half')
    store.ingest(tmp_path / "runs")
    assert _whole(store)
    assert "truncated_line" in _problems(store)
    assert store.rows("select truncated, (select count(*) from steps s where s.run_id = r.run_id) as steps from runs r where run_id = 'cut'") == [{"truncated": True, "steps": 2}]


def test_bad_lines_in_the_middle(make_run: Make, store: Store, tmp_path: Path) -> None:
    lines = [
        b'{"role": "user", "content": "a"}',
        b'{"role": broken}',
        b'{"role": "assistant", "content": "\\ud800 \\u0000 \xff"}',
        b"prose",
        b"[]",
        b"17",
        b'{"role": "assistant", "content": "end"}',
    ]
    (make_run("good") / "transcript.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    store.ingest(tmp_path / "runs")
    assert [r["text"] for r in store.rows("select text from steps where role = 'assistant' order by step")][-1] == "end"
    assert "bad_json" in _problems(store)


def test_very_long_line_is_left_out(make_run: Make, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triage.formats.files.MAX_LINE", 1000)
    lines = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "x" * 5000}, {"role": "assistant", "content": "end"}]
    (make_run("good") / "transcript.jsonl").write_text("".join(json.dumps(x) + "\n" for x in lines))
    store.ingest(tmp_path / "runs")
    assert [r["text"] for r in store.rows("select text from steps order by step")] == ["a", "end"]
    assert "line_too_long" in _problems(store)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_unreadable_file(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("good")
    (make_run("bad") / "run.json").chmod(0)
    store.ingest(tmp_path / "runs")
    assert _whole(store)


def test_loop_of_links_ends(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("good")
    (tmp_path / "runs" / "loop").symlink_to(tmp_path / "runs")
    (tmp_path / "runs" / "dangling").symlink_to(tmp_path / "nowhere")
    store.ingest(tmp_path / "runs")
    assert _whole(store)
    assert {"loop", "unreadable"} <= _problems(store)


def test_archives(make_run: Make, store: Store, tmp_path: Path) -> None:
    folder = make_run("good")
    with zipfile.ZipFile(tmp_path / "runs.zip", "w") as archive:
        for path in folder.iterdir():
            archive.write(path, f"good/{path.name}")
        archive.writestr("../evil/run.json", '{"task": "evil"}')
        archive.writestr("/abs/run.json", '{"task": "evil"}')
    store.ingest(tmp_path / "runs.zip")
    assert _whole(store)
    assert store.rows("select source from runs") == [{"source": f"{tmp_path}/runs.zip!/good"}]
    assert "path_outside" in _problems(store)
    assert not (tmp_path / "evil").exists()


def test_tar_archives(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("good")
    with tarfile.open(tmp_path / "runs.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "runs", "runs")
        link = tarfile.TarInfo("runs/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
        up = tarfile.TarInfo("../up")
        up.size = 2
        archive.addfile(up, io.BytesIO(b"{}"))
    store.ingest(tmp_path / "runs.tar.gz")
    assert _whole(store)
    assert {"odd_member", "path_outside"} <= _problems(store)


def test_bomb_is_refused(make_run: Make, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_run("good")
    monkeypatch.setattr("triage.ingest.archives.BOMB_FLOOR", 1024)
    with zipfile.ZipFile(tmp_path / "runs" / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.json", b"0" * 3_000_000)
    store.ingest(tmp_path / "runs")
    assert _whole(store)
    assert "zip_bomb" in _problems(store)


def test_broken_archives(make_run: Make, store: Store, tmp_path: Path) -> None:
    make_run("good")
    (tmp_path / "runs" / "cut.tar.gz").write_bytes(gzip.compress(b"x" * 1000)[:20])
    (tmp_path / "runs" / "cut.zip").write_bytes(b"PK\x03\x04 no more")
    store.ingest(tmp_path / "runs")
    assert _whole(store)
    assert "bad_archive" in _problems(store)


def test_reader_that_stumbles_costs_one_source(make_run: Make, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_run("good")
    make_run("trip")

    def stumble(text: str, **_: object) -> list[object]:
        raise RuntimeError("boom")

    (tmp_path / "runs" / "trip" / "agent.log").write_text("hello")
    monkeypatch.setattr("triage.formats.plain_run.read_log", stumble)
    store.ingest(tmp_path / "runs")
    assert _whole(store)
    assert "reader_failed" in _problems(store)


def test_memory_url(make_run: Make, store: Store, tmp_path: Path) -> None:
    import fsspec

    folder = make_run("good")
    fs = fsspec.filesystem("memory")
    for path in folder.iterdir():
        fs.pipe(f"/jobs/good/{path.name}", path.read_bytes())
    store.ingest("memory://jobs")
    assert _whole(store)
    assert store.ingest("memory://jobs").unchanged == 1
