"""Sections, links and pictures of a report on the sample transcripts."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from triage.pipeline import ingest_and_detect
from triage.report import html, pictures
from triage.report.anchors import anchor, page_name, slug
from triage.report.blocks import Claim, Figures, Picture
from triage.report.build import SECTIONS, Report, Scope, build
from triage.report.svg import clean
from triage.report.timeline import timeline
from triage.report.write import render, write
from triage.store.read import Reader

from .conftest import SAMPLES


@pytest.fixture(scope="module")
def report(samples: Path) -> Report:
    with Reader(samples) as reader:
        return build(reader, Scope())


def blocks(report: Report, name: str) -> list[object]:
    return list(next(s for s in report.sections if s.id == name).blocks)


def test_sections_come_in_order(report: Report) -> None:
    assert tuple(s.id for s in report.sections) == SECTIONS
    assert all(s.blocks or s.empty for s in report.sections)


def test_headline_has_the_three_denominators(report: Report) -> None:
    (figures,) = [b for b in blocks(report, "headline") if isinstance(b, Figures)]
    assert [name for name, _, _ in figures.items] == ["all runs", "valid runs", "bounds"]


def test_pictures_have_words(report: Report) -> None:
    found = [b for s in report.sections for b in s.blocks if isinstance(b, Picture)]
    assert {p.kind for p in found} >= {"heatmap", "forest", "timeline", "versions", "scatter"}
    assert all(p.alternative for p in found)


def test_every_link_of_the_page_leads_somewhere(report: Report) -> None:
    page = html.render(report)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    leads = set(re.findall(r'href="#([^"]+)"', page))
    assert leads
    assert leads <= set(ids)


def test_every_claim_is_anchored(report: Report) -> None:
    page = html.render(report)
    claims = [b for s in report.sections for b in s.blocks if isinstance(b, Claim)]
    assert claims
    assert all(f'id="{anchor("finding:" + c.finding_id)}"' in page for c in claims)


def test_first_actions_lead_to_their_findings(report: Report) -> None:
    page = html.render(report)
    first = page[page.index('<section id="first">') : page.index('<section id="suspects">')]
    assert len(re.findall(r'href="#finding-', first)) == first.count("<tr>") - 1


def test_pages_of_tasks_link_to_each_other(report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "OWN_PAGES_FROM_TASKS", 3)
    list(write(report, tmp_path, "html"))
    pages = {p.relative_to(tmp_path).as_posix(): p.read_text(encoding="utf-8") for p in tmp_path.rglob("*.html")}
    assert len(pages) == 1 + len(report.tasks)
    for name, text in pages.items():
        for href in re.findall(r'href="([^"#][^"]*)"', text):
            if href == "data:,":
                continue
            file, _, target = href.partition("#")
            path = file.removeprefix("../") if file.startswith("../") else file if name == "index.html" else f"tasks/{file}"
            assert path in pages, (name, href)
            assert not target or f'id="{target}"' in pages[path], (name, href)


def test_pages_of_an_earlier_report_go_away(report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "mine.html").write_text("<p>my own notes</p>")
    monkeypatch.setattr(html, "OWN_PAGES_FROM_TASKS", 3)
    list(write(report, tmp_path, "html"))
    monkeypatch.undo()
    list(write(report, tmp_path, "html"))
    assert [p.name for p in (tmp_path / "tasks").iterdir()] == ["mine.html"]


def test_one_task(samples: Path) -> None:
    with Reader(samples) as reader:
        report = build(reader, Scope(task="policy-export"))
    assert [t.task_id for t in report.tasks] == ["policy-export"]
    assert {r["task_id"] for r in report.data["runs"]} == {"policy-export"}
    page = html.render(report)
    assert "policy-export" in page
    assert "quota-ledger" not in page


def test_an_empty_store(tmp_path: Path) -> None:
    (tmp_path / "runs.csv").write_text("task,passed\nt,true\n")
    ingest_and_detect([str(tmp_path / "runs.csv")], tmp_path / "t.duckdb", jobs=1)
    with Reader(tmp_path / "t.duckdb") as reader:
        report = build(reader, Scope(task="no such task"))
    assert "There are no agent runs." in html.render(report)
    assert render(report, "md")


@pytest.mark.slow
def test_a_fresh_store_gives_an_equal_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    made = []
    for n in range(2):
        ingest_and_detect([str(SAMPLES / "harbor"), str(SAMPLES / "plain")], tmp_path / f"{n}.duckdb", jobs=1 + n)
        with Reader(tmp_path / f"{n}.duckdb") as reader:
            report = build(reader, Scope())
        assert report.made_at == "2023-11-14T22:13:20+00:00"
        made.append({fmt: render(report, fmt) for fmt in ("html", "md", "json", "junit", "sarif", "github")})
    for fmt in made[0]:
        assert made[0][fmt] == made[1][fmt], fmt


def test_without_the_plots_extra_words_stand_there(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    monkeypatch.setattr(pictures, "available", lambda: False)
    page = html.render(report)
    assert "rollout-triage[plots]" in page
    assert 'class="heat"' in page
    assert "Pass rates of valid runs" in page


def test_drawings_keep_only_what_draws() -> None:
    drawn = clean(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" onload="x()"><script>x()</script><a href="javascript:x()"><text>in a link</text></a>'
        '<foreignObject><b>x</b></foreignObject><image href="http://h/x"/><text fill="#010005" style="color:red" onclick="x()">a &lt;b&gt;</text><path d="M0 0" fill="url(http://h/x)"/></svg>',
        "<t>",
        "w",
    )
    assert "script" not in drawn
    assert "href" not in drawn
    assert "onclick" not in drawn
    assert "style" not in drawn
    assert "url(" not in drawn
    assert '<text fill="var(--ink)">a &lt;b&gt;</text>' in drawn
    assert 'aria-label="&lt;t&gt;: w"' in drawn


def test_many_runs_are_counted_in_spans_of_time() -> None:
    from datetime import datetime, timedelta

    start = datetime(2026, 3, 1)
    rows = [{"at": start + timedelta(minutes=n), "place": f"host-{n % 12}", "has_host": True, "verdict": "invalid" if n % 12 == 3 else "passed"} for n in range(600)]
    picture = timeline(rows)
    assert picture is not None
    assert sum(r["n"] for r in picture.rows) == 600
    assert "host-3 (50)" in picture.alternative
    assert len({r["place"] for r in picture.rows}) == 9
    assert timeline(rows[:1]) is None


def test_names_of_anchors_and_pages() -> None:
    assert slug("plain-name") == "plain-name"
    assert slug("a/b") != slug("a-b")
    assert page_name("Task") != page_name("task")
    assert page_name("Task").lower() != page_name("task").lower()
    assert re.fullmatch(r"[a-z0-9-]+\.html", page_name("../../etc/passwd\x00"))
    assert len(page_name("x" * 5000)) < 80
