"""What a report may show: every text that leaves the store passes through here, whichever section asked for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import orjson

from triage.catalogue import detectors
from triage.redact import redact, redact_piece

if TYPE_CHECKING:
    from triage.report.build import Scope
    from triage.store.read import Reader

TRANSCRIPT = frozenset(
    {"wrong_value", "expected_value", "signature", "tokens", "prompt_diff", "prompt", "message", "expected", "actual", "trace", "what", "final_answer", "removed", "noop_reason"}
)
"""Columns whose text was written by agents, graders or prompts: left out where quotes are not wanted."""
WORDED = ("title", "explanation")
"""Columns of findings that detectors word with values in them: without quotes the detector's own words stand there."""
PIECES = TRANSCRIPT | frozenset(WORDED)
"""Columns with pieces of longer texts, which may have been cut in the middle of a secret."""
AS_STORED = frozenset({"evidence"})
"""JSON that triage.report.build.quotes opens and masks piece by piece."""
JSON = frozenset({"tokens", "run_ids"})
"""Columns that hold JSON: masked inside, so that they stay JSON."""


class Masked:
    """A reader of which every row is fit to be shown: secrets masked, transcript text left out where it is not wanted."""

    def __init__(self, reader: Reader, scope: Scope) -> None:
        self._reader, self._scope = reader, scope
        self.kept: dict[str, Any] = {}
        """What sections and pages share, made once."""

    def rows(self, sql: str, params: Mapping[str, Any] | None = None, *, where: str | None = None, limit: int | None = None) -> list[dict[str, Any]]:
        """As Reader.rows."""
        return [self._fit(row) for row in self._reader.rows(sql, params, where=where, limit=limit)]

    def named(self, name: str, params: Mapping[str, Any] | None = None, *, where: str | None = None, limit: int | None = None) -> list[dict[str, Any]]:
        """As Reader.named."""
        return [self._fit(row) for row in self._reader.named(name, params, where=where, limit=limit)]

    def _fit(self, row: dict[str, Any]) -> dict[str, Any]:
        if not self._scope.quotes:
            _without_quotes(row)
        if self._scope.redact:
            for name, value in row.items():
                if value is not None and name not in AS_STORED:
                    row[name] = _json(value) if name in JSON and isinstance(value, str) else _piece(value) if name in PIECES else masked(value)
        return row


def _piece(value: Any) -> Any:
    return redact_piece(value) if isinstance(value, str) else masked(value)


def masked(value: Any) -> Any:
    """A value of any shape with the secrets in its texts masked."""
    if isinstance(value, str):
        return _again(value) if len(value) <= SHORT else redact(value)
    if isinstance(value, list):
        return [masked(v) for v in value]
    return {masked(k): masked(v) for k, v in value.items()} if isinstance(value, dict) else value


SHORT = 300
"""Texts up to this length are mostly names, which come again and again."""
_again = lru_cache(maxsize=100_000)(redact)


def _json(text: str) -> str:
    try:
        return orjson.dumps(masked(orjson.loads(text))).decode()
    except orjson.JSONDecodeError:
        return redact(text)


def _without_quotes(row: dict[str, Any]) -> None:
    for name in TRANSCRIPT & row.keys():
        row[name] = None
    if "title" in row and "kind" in row:
        row["title"] = _titles().get(row.get("detector") or row["kind"]) or _titles().get(row["kind"]) or row["kind"]
        row["explanation"] = None
    elif "explanation" in row:
        row["explanation"] = None
    if "what" in row and row["what"] is None and row.get("kind"):
        row["what"] = _titles().get(row["kind"], row["kind"])
    if isinstance(row.get("findings"), list):
        for finding in row["findings"]:
            _without_quotes(finding)


@cache
def _titles() -> dict[str, str]:
    return {q.id: q.title for q in detectors()} | {q.kind: q.title for q in detectors()}
