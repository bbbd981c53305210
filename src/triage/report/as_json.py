"""A report as JSON: the sections as they are shown, and the tables behind them."""

from __future__ import annotations

from typing import Any

import orjson

from triage.report.build import Report


def render(report: Report) -> str:
    """The whole report. Blocks carry their kind: paragraph, table, claim, picture, diff."""
    data = {
        "title": report.title,
        "made_at": report.made_at,
        "triage": report.version,
        "sections": [{"id": s.id, "title": s.title, "empty": s.empty if not s.blocks else None, "blocks": [_block(b) for b in s.blocks]} for s in report.sections],
        **report.data,
    }
    return orjson.dumps(data, default=_plain, option=orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS).decode() + "\n"


def _block(block: Any) -> dict[str, Any]:
    return {"block": type(block).__name__.lower(), **{k: _value(v) for k, v in block._asdict().items()}}


def _value(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        return {k: _value(v) for k, v in value._asdict().items()}
    return [_value(v) for v in value] if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    return value._asdict() if hasattr(value, "_asdict") else str(value)
