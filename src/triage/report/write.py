"""Writing a report in its formats."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING


from triage.report.build import Report

if TYPE_CHECKING:
    from triage.store.read import Reader

FILES = {"html": "index.html", "md": "report.md", "json": "report.json", "github": "summary.md", "junit": "junit.xml", "sarif": "triage.sarif"}
MODULES = {"html": "html", "md": "markdown", "json": "as_json", "github": "github", "junit": "junit", "sarif": "sarif"}
"""Format -> module of this package with `render(report) -> str`."""


def render(report: Report, fmt: str) -> str:
    """The report in one format."""
    module = importlib.import_module(f"triage.report.{MODULES[fmt]}")
    text: str = module.render(report)
    return text


def to_stdout(report: Report, fmt: str) -> str:
    """The report for a pipe."""
    return render(report, fmt)


def write(report: Report, folder: Path, fmt: str, reader: Reader) -> Iterator[Path]:
    """Write the chosen formats below `folder`; yields their paths. `all` is html, md and json."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("html", "md", "json") if fmt == "all" else (fmt,):
        path = folder / FILES[name]
        path.write_text(render(report, name), encoding="utf-8", errors="replace")
        yield path


