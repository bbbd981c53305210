"""Writing a report in its formats."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

from triage.report.build import Report
from triage.whole_file import write_whole

FILES = {"html": "index.html", "md": "report.md", "json": "report.json", "github": "summary.md", "junit": "junit.xml", "sarif": "triage.sarif"}
MODULES = {"html": "html", "md": "markdown", "json": "as_json", "github": "github", "junit": "junit", "sarif": "sarif"}
"""Format -> module of this package with `render(report) -> str`."""


def render(report: Report, fmt: str) -> str:
    """The report in one format."""
    module = importlib.import_module(f"triage.report.{MODULES[fmt]}")
    text: str = module.render(report)
    return text


def write(report: Report, folder: Path, fmt: str) -> Iterator[Path]:
    """Write the chosen formats below `folder`; yields their paths. `all` is html, md and json.

    A report of many tasks has a page for each below `tasks/`; pages of an earlier report there are taken away.
    Each file is written whole or not at all; raises StoreError where there is no room for one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("html", "md", "json") if fmt == "all" else (fmt,):
        if name == "html":
            _task_pages(report, folder / "tasks")
        path = folder / FILES[name]
        _put(path, render(report, name))
        yield path


def _task_pages(report: Report, folder: Path) -> None:
    from triage.report.html import task_pages

    written = set()
    for name, text in task_pages(report):
        folder.mkdir(exist_ok=True)
        _put(folder / name, text)
        written.add(name)
    if folder.is_dir():
        for old in folder.glob("*.html"):
            if old.name not in written and MARK in old.read_text(encoding="utf-8", errors="replace")[:400]:
                old.unlink()


MARK = "default-src 'none'"
"""In the head of our own pages: no other file is taken away."""


def _put(path: Path, text: str) -> None:
    write_whole(path, text.encode("utf-8", "replace"))
