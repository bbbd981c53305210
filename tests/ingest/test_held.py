"""What a reader is given is what was digested: files are read once, and a change in between is not mixed in."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
import zstandard

from triage.errors import BadInput
from triage.formats import files
from triage.ingest.walk import Unit, Walker, content_digest
from triage.ingest.work import Job, read_batch, records_of
from triage.store.shard import read_manifest, read_tables

from .conftest import Make


def test_the_digest_is_the_same_however_much_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "unit"
    (folder / "sub").mkdir(parents=True)
    (folder / "a").write_bytes(b"x" * 5000)
    (folder / "empty").write_bytes(b"")
    (folder / "sub/b").write_bytes(b"y" * 100)
    digests, kept = zip(*(content_digest(folder, keep) for keep in (0, 1, 200, 5000, 10**6)), strict=True)
    assert len(set(digests)) == 1
    assert [sum(map(len, held.files.values())) for held in kept] == [0, 0, 100, 5000, 5100]
    assert kept[-1].files[str(folder / "sub/b")] == b"y" * 100
    assert kept[0].folders == {str(folder): {"a", "empty", "sub"}, str(folder / "sub"): {"b"}}


def test_a_change_after_the_digest_is_not_read(make_run: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_run("a", text="before")
    (unit,) = [found for found in Walker({}).walk(tmp_path / "runs", "runs") if isinstance(found, Unit)]

    def changed(unit: object) -> object:
        for path in folder.rglob("*"):
            if path.is_file():
                path.write_bytes(path.read_bytes().replace(b"before", b"after!"))
        return records_of(unit)  # type: ignore[arg-type]

    monkeypatch.setattr("triage.ingest.work.records_of", changed)
    shard = read_batch(([Job(1, unit, None)], str(tmp_path / "shard"))).folder
    assert shard is not None
    texts = [text for table, rows in read_tables(Path(shard)) if table == "steps" for text in rows.column("text").to_pylist()]
    assert any("before" in text for text in texts)
    assert not any("after!" in text for text in texts)
    assert read_manifest(Path(shard)).sources[0].digest != content_digest(folder)[0]


def test_held_bytes_are_read_like_a_file(tmp_path: Path) -> None:
    text = b'\xef\xbb\xbf{"a": 1}\n{"b": 2}\r\n\n{"c":'
    for name, data in {"plain": text, "gz": gzip.compress(text), "zst": zstandard.ZstdCompressor().compress(text), "broken.gz": gzip.compress(text)[:-9]}.items():
        path = tmp_path / name
        path.write_bytes(data)
        seen = []
        for held in ({}, {str(path): data}):
            with files.holding(files.Held(held, {})):
                try:
                    whole: object = files.read_bytes(path)
                except BadInput as error:
                    whole = error.kind
                seen.append((whole, list(files.iter_jsonl(path, name)), files.open_raw(path).read()))
        assert seen[0] == seen[1]
        if name != "broken.gz":
            with files.holding(files.Held({str(path): data}, {})), pytest.raises(BadInput, match="larger"):
                files.read_bytes(path, limit=3)
