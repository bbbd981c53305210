"""What a report must not show: secrets by default, and any transcript text where quotes are not wanted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from triage.report import html
from triage.report.build import Scope, build
from triage.report.mask import Masked, masked
from triage.report.write import MODULES, render, write
from triage.store.read import Reader

pytestmark = pytest.mark.slow

SECRETS = {
    "anthropic-key": "sk-ant-api03-abcdefghijklmnopqrstuvwxyz",
    "aws-access-key": "AKIAABCDEFGHIJKLMNOP",
    "github-token": "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "e-mail": "jane.roe@example.org",
    "url-password": "postgres://admin:hunter2secret@db.example.org/x",
    "private-key": "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----",
}
PARTS = ("sk-ant-api03", "AKIAABCDEFGHIJKLMNOP", "ghp_abcdef", "jane.roe", "hunter2secret", "MIIEowIBAAKCAQEA")
MARKER = "zebrafinch7"


def everything(db: Path, folder: Path, scope: Scope) -> str:
    """All formats of a report, its pages of tasks included, as one text."""
    with Reader(db) as reader:
        report = build(reader, scope)
    assert report.data["findings"], "a report about nothing shows nothing"
    for path in write(report, folder, "html"):
        assert path.exists()
    return "\n".join([render(report, fmt) for fmt in MODULES] + [p.read_text(encoding="utf-8") for p in folder.rglob("*.html")])


def test_secrets_are_masked_in_every_field_and_format(make_db: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "OWN_PAGES_FROM_TASKS", 0)
    db = make_db(" ".join(SECRETS.values()))
    text = everything(db, tmp_path / "masked", Scope())
    left = [text[max(0, text.index(part) - 200) : text.index(part) + 60] for part in PARTS if part in text]
    assert left == []
    assert "[masked: anthropic-key]" in text
    shown = everything(db, tmp_path / "shown", Scope(redact=False))
    assert "sk-ant-api03" in shown
    assert "secrets are not masked" in shown


def test_without_quotes_no_transcript_text_is_left(make_db: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "OWN_PAGES_FROM_TASKS", 0)
    db = make_db(MARKER, names=False)
    assert MARKER in everything(db, tmp_path / "with", Scope())
    assert MARKER not in everything(db, tmp_path / "without", Scope(quotes=False))


def test_samples_without_quotes(reader: Reader, tmp_path: Path) -> None:
    """Every piece of evidence of the samples is gone, and so are the values that mistakes were made of."""
    quoted = build(reader, Scope(redact=False))
    texts = {e["quote"] for f in quoted.data["findings"] for e in f["evidence"] if len(e["quote"]) > 30}
    values = {c[k] for c in quoted.data["clusters"] for k in ("expected_value", "wrong_value") if c[k] and len(c[k]) > 12}
    assert len(texts) > 20
    assert values
    report = build(reader, Scope(quotes=False))
    shown = "\n".join(render(report, fmt) for fmt in MODULES)
    assert [t for t in texts | values if t in shown] == []


def test_masked_keeps_shapes() -> None:
    value = {"a": ["x", SECRETS["anthropic-key"], 3, None], "b": {"c": 1.5}}
    assert masked(value) == {"a": ["x", "[masked: anthropic-key]", 3, None], "b": {"c": 1.5}}


def test_json_columns_stay_json(reader: Reader) -> None:
    import orjson

    for row in Masked(reader, Scope()).named("clusters"):
        assert isinstance(orjson.loads(row["run_ids"]), list)
