"""Findings as claims: with their evidence, masked or without text as the scope wants it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import orjson

from triage.redact import redact, redact_piece
from triage.report.actions import action_of
from triage.report.blocks import Claim, Quote

if TYPE_CHECKING:
    from triage.report.build import Scope


def quotes(evidence: str | None, scope: Scope) -> list[Quote]:
    """The places of a finding's evidence, masked or without text as the scope wants it."""
    try:
        places = orjson.loads(evidence or "[]")
    except orjson.JSONDecodeError:
        return []
    mask, mask_text = (redact, redact_piece) if scope.redact else (str, str)
    made = []
    for place in places if isinstance(places, list) else []:
        if not isinstance(place, dict):
            continue
        text = mask_text(str(place.get("quote") or "")) if scope.quotes else ""
        run_id, channel, file = (mask(str(place[k])) if place.get(k) is not None else None for k in ("run_id", "channel", "file"))
        made.append(Quote(run_id, _number(place.get("step")), channel, text, file, _number(place.get("line"))))
    return made


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) else None


def _counts(affected: int | None, total: int | None) -> str:
    if total:
        return f"{affected} of {total} runs"
    return "" if not affected else "1 run" if affected == 1 else f"{affected} runs"


def claims(rows: Iterable[Mapping[str, Any]], scope: Scope, most: int | None = None) -> list[Claim]:
    """Findings (rows of the query `findings`) as claims."""
    made = []
    for f in rows:
        about = f["run_id"] or f["task_id"] or ""
        if f["scope"] == "task" and f["task_version"]:
            about += f"@{f['task_version'][:12]}"
        if f["check"]:
            about += f", check {f['check']}"
        counts = _counts(f["runs_affected"], f["runs_total"])
        target = f"run:{f['run_id']}" if f["run_id"] else f"task:{f['task_id']}" if f["task_id"] else ""
        made.append(
            Claim(
                f["finding_id"],
                f["kind"],
                f["severity"],
                f["confidence"],
                about,
                f["title"],
                f["explanation"] or "",
                counts,
                quotes(f["evidence"], scope),
                action_of(f["kind"]),
                target,
            )
        )
        if most is not None and len(made) >= most:
            break
    return made
