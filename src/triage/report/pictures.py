"""Pictures of a report as SVG inside the page. Without the extra `plots` some are told in words instead."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from markupsafe import Markup

from triage.report import heatmap
from triage.report.blocks import Picture
from triage.report.svg import clean
from triage.safe_text import one_line

LONGEST = 120
"""Characters of a text in a drawing."""
WANTED = "pip install 'rollout-triage[plots]' draws this picture."


def draw(picture: Picture, href: Callable[[str], str | None]) -> Markup | None:
    """The picture, or None where there is nothing to draw or it can't be drawn here: its alternative stands then."""
    if picture.kind == "heatmap":
        return heatmap.draw(picture, href)
    if not picture.rows:
        return None
    try:
        return clean(_svg(picture), picture.title, picture.alternative)
    except Exception:  # whatever the drawing library dislikes: a report without one of its pictures is still a report
        return None


def missing(picture: Picture) -> str:
    """Why a picture is not there; empty where nothing is lost."""
    if picture.kind == "heatmap" or not picture.rows or available():
        return ""
    return WANTED


def available() -> bool:
    """Whether the extra is installed."""
    from importlib.util import find_spec

    return find_spec("altair") is not None and find_spec("vl_convert") is not None


def _svg(picture: Picture) -> str:
    import vl_convert

    from triage.report.charts import chart

    spec: dict[str, Any] = chart(picture.kind, [_harmless(row) for row in picture.rows]).to_dict(validate=False)
    drawn: str = vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])
    return drawn


def _harmless(row: dict[str, Any]) -> dict[str, Any]:
    """A row of data for the drawing library, which dies, and the process with it, of control characters in texts."""
    return {k: one_line(v, LONGEST) if isinstance(v, str) else v for k, v in row.items() if not (isinstance(v, float) and not math.isfinite(v))}
