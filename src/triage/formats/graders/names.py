"""Names of checks, made alike over the runs of a task: no error text, addresses or scratch paths in them."""

from __future__ import annotations

import re

_OUTSIDE = re.compile(r"^(?:(?:\.{0,2}/)+)(?:\w+/)*?(?:tests?/)?(?=[^/\s]+\.\w+::)")
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")
_SCRATCH = re.compile(r"/(?:tmp|var/folders)/[\w./+-]+")


def check_name(raw: str) -> tuple[str, str | None]:
    """The normalised name, and the name as it was where that differs.

    `../tests/test_a.py::test_x - AssertionError: ...` becomes `test_a.py::test_x`: graders name the same test with and without its folder.
    """
    name = raw.strip()
    cut = name.find(" - ")
    if cut > 0 and name.count("[", 0, cut) == name.count("]", 0, cut):
        name = name[:cut].rstrip()
    if name.startswith((".", "/")):
        name = _OUTSIDE.sub("", name)
    if "0x" in name:
        name = _ADDRESS.sub("0x...", name)
    if "/tmp/" in name or "/var/folders/" in name:
        name = _SCRATCH.sub("/tmp/...", name)
    name = name or "unnamed"
    return name, None if name == raw else raw
