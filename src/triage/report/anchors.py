"""Names of anchors and pages: made of letters that are safe everywhere, and different for different ids."""

from __future__ import annotations

import hashlib
import re

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


def slug(text: str, most: int = 60) -> str:
    """The text as a name; where letters had to go, a digest keeps it apart from others."""
    plain = _UNSAFE.sub("-", text).strip("-")[:most]
    return plain if plain == text else f"{plain}-{_digest(text)}".lstrip("-")


def anchor(target: str) -> str:
    """The anchor of a target such as `run:<id>`, `task:<id>` or `finding:<id>`."""
    kind, _, name = target.partition(":")
    return f"{slug(kind)}-{slug(name)}"


def page_name(task_id: str) -> str:
    """The file of a task's own page. The digest keeps names apart that differ in case alone."""
    return f"{slug(task_id.lower(), 48).removesuffix('-' + _digest(task_id.lower()))}-{_digest(task_id)}.html"


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()
