"""A report as HTML pages that ask for nothing: style and script stand inside, allowed by their digest alone.

Transcripts are hostile. Jinja2 escapes everything; a strict Content-Security-Policy lets nothing run, load or be sent but
the style and the script of this package; characters that move or hide text are shown as pictures or codes.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from triage.report import pictures
from triage.report.anchors import anchor, page_name
from triage.report.blocks import Block, Claim, Diff, Figures, Paragraph, Picture, Table
from triage.report.page import Page, cut
from triage.safe_text import visible

if TYPE_CHECKING:
    from triage.report.build import Report
    from triage.report.details import TaskPage

OWN_PAGES_FROM_TASKS, OWN_PAGES_FROM_RUNS = 40, 1500
"""From this many tasks or runs on, details of a task go to a page of its own below tasks/."""
MOST_TEXT = 6_000
"""Characters of one piece of text; the JSON report has all of it."""
QUOTES = 4
"""Places of evidence shown under a claim on the first page; a task's own page shows all that are kept."""
MANY = 1000


def render(report: Report) -> str:
    """The first page. Where there are many tasks it links to `tasks/...`, which `task_pages` makes."""
    inline = not own_pages(report)
    tasks = report.tasks if inline else []
    blocks = [b for s in report.sections for b in s.blocks] + [b for t in tasks for b in t.blocks]
    page = Page(blocks, (t.task_id for t in tasks), (lambda _: None) if inline else _elsewhere(report, "tasks/"))
    named = (row["run_id"] for row in report.data["runs"]) if inline else ()
    return _page(report, page, report.title, [s for s in report.sections if s.blocks], tasks, list(named), home=None)


def task_pages(report: Report) -> Iterator[tuple[str, str]]:
    """(file name below `tasks/`, page) for each task; nothing where the first page has room for all."""
    if own_pages(report):
        elsewhere = _elsewhere(report, "")
        for task in report.tasks:
            page = Page(task.blocks, [task.task_id], elsewhere)
            yield page_name(task.task_id), _page(report, page, f"Task {task.task_id}", [], [task], task.run_ids, home="../index.html")


def own_pages(report: Report) -> bool:
    """Whether details of tasks go to pages of their own."""
    return len(report.tasks) > OWN_PAGES_FROM_TASKS or len(report.data["runs"]) > OWN_PAGES_FROM_RUNS


def _elsewhere(report: Report, folder: str) -> Any:
    tasks = {t.task_id: page_name(t.task_id) for t in report.tasks}
    claimed = {f"finding:{b.finding_id}": t.task_id for t in report.tasks for b in t.blocks if isinstance(b, Claim)}

    def find(target: str) -> str | None:
        kind, _, name = target.partition(":")
        task_id = name if kind == "task" else claimed.get(target)
        return f"{folder}{tasks[task_id]}#{anchor(target)}" if task_id in tasks else None

    return find


def _page(report: Report, page: Page, title: str, sections: list[Any], tasks: list[TaskPage], named: list[str], home: str | None) -> str:
    runs = report.run_index
    body = _environment().get_template("blocks.html.j2").module.body(page, sections, tasks, QUOTES if home is None else MANY)  # type: ignore[attr-defined]
    wanted = dict.fromkeys([*named, *page.runs])
    empty = [s for s in report.sections if not s.blocks] if home is None else []
    cards = [runs.get(r) or {"run_id": r} for r in wanted]
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            report=report,
            page=page,
            title=title,
            body=body,
            sections=sections,
            tasks=tasks,
            runs=cards,
            empty=empty,
            home=home,
            big=own_pages(report) and home is None,
            **_inline(),
        )
    )


@cache
def _inline() -> dict[str, Any]:
    """The style and the script with their digests for the policy."""
    folder = files("triage.report") / "templates"
    given: dict[str, Any] = {}
    for name, file in (("style", "report.css"), ("script", "report.js")):
        text = (folder / file).read_text(encoding="utf-8")
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        given[name] = Markup(text)
        given[f"{name}_digest"] = f"sha256-{digest}"
    return given


@cache
def _environment() -> Environment:
    made = Environment(loader=PackageLoader("triage.report"), autoescape=True, trim_blocks=True, lstrip_blocks=True, finalize=_final)
    made.filters.update(cut=cut)
    made.globals.update(anchor=anchor, kind_of=_kind, draw=pictures.draw, missing=pictures.missing)
    return made


def _final(value: Any) -> Any:
    """Every value that a template writes passes here: text is made harmless and kept to a size, what was made safe stays."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return cut(value, MOST_TEXT) if len(value) > MOST_TEXT else visible(value)


_KINDS = {Paragraph: "paragraph", Figures: "figures", Table: "table", Claim: "claim", Picture: "picture", Diff: "diff"}


def _kind(block: Block) -> str:
    return _KINDS[type(block)]
