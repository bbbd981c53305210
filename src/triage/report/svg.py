"""Drawn pictures made fit for a page: an allow-list of SVG, colours that follow the page, no script, no link, no style."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from markupsafe import Markup, escape

from triage.safe_text import visible

COLOURS = {
    "#010001": "passed",
    "#010002": "failed",
    "#010003": "invalid",
    "#010004": "ungraded",
    "#010005": "ink",
    "#010006": "muted",
    "#010007": "line",
    "#010008": "band",
    "#010009": "accent",
    "#01000a": "undecided",
}
"""Colours that charts are drawn in -> the page's variables, which differ in the dark and in print."""
_SVG = "{http://www.w3.org/2000/svg}"
_TAGS = frozenset({"svg", "g", "path", "rect", "line", "circle", "text", "tspan"})
_ATTRIBUTES = frozenset(
    [
        "d",
        "x",
        "y",
        "x1",
        "y1",
        "x2",
        "y2",
        "cx",
        "cy",
        "r",
        "rx",
        "ry",
        "dx",
        "dy",
        "width",
        "height",
        "transform",
        "fill",
        "fill-opacity",
        "stroke",
        "stroke-width",
        "stroke-opacity",
        "stroke-dasharray",
        "opacity",
        "text-anchor",
        "dominant-baseline",
        "font-size",
        "font-weight",
        "font-style",
        "viewBox",
    ]
)
_PLAIN = re.compile(r"[\w\s.,()#%+\-]*")


def clean(text: str, title: str, alternative: str) -> Markup:
    """The drawing with only what a drawing needs, its title and its text alternative. Raises ParseError where it is no XML."""
    root = ET.fromstring(text)
    width, height = root.get("width", "600"), root.get("height", "300")
    body = "".join(_element(child) for child in root)
    return wrap(body, root.get("viewBox") or f"0 0 {_number(width)} {_number(height)}", _number(width), title, alternative)


def wrap(body: str, view_box: str, width: float, title: str, alternative: str) -> Markup:
    """The root of a drawing around elements that are safe already. It shrinks with the page and is never blown up."""
    name = escape(visible(f"{title}: {alternative}"))
    sizes = (_PLAIN.fullmatch(view_box) and view_box) or "0 0 600 300"
    return Markup(f'<svg role="img" aria-label="{name}" viewBox="{sizes}" width="{width:g}"><title>{name}</title>{body}</svg>')


def _number(text: str) -> float:
    found = re.match(r"[\d.]+", text)
    return float(found[0]) if found else 600.0


def _element(element: ET.Element) -> str:
    tag = element.tag.removeprefix(_SVG) if isinstance(element.tag, str) else ""
    if tag not in _TAGS:
        return ""
    parts = [f"<{tag}"]
    for name, value in element.attrib.items():
        if name in _ATTRIBUTES and _PLAIN.fullmatch(value):
            colour = COLOURS.get(value.lower())
            parts.append(f' {name}="{f"var(--{colour})" if colour else value}"')
    inner = escape(visible(element.text or "")) + "".join(_element(child) for child in element) if tag in ("text", "tspan") else "".join(_element(child) for child in element)
    return "".join(parts) + (f">{inner}</{tag}>" if inner else "/>")
