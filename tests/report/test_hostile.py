"""Reports of hostile transcripts, opened in a real browser: no script but ours runs, and nothing is asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from triage.report import html
from triage.report.blocks import Claim, Diff, Figures, Link, Paragraph, Picture, Quote, Section, Table
from triage.report.build import Report, Scope, build
from triage.report.details import TaskPage
from triage.report.write import write
from triage.store.read import Reader

from .conftest import Opened
from .hostile import ATTACKS, EVERYTHING

pytestmark = pytest.mark.slow


def every_field(text: str) -> Report:
    """A report with the text in every field of every block."""
    quote = Quote(text, 3, text, text, text, 7)
    blocks = [
        Paragraph(text),
        Paragraph(text, strong=True),
        Figures([(text, text, text)]),
        Table([text, text], [[text, Link(text, f"run:{text}")], [None, Link(text, f"task:{text}")], [1, Link(text, text)]], text),
        Claim(text, text, text, 0.5, text, text, text, text, [quote], text, f"run:{text}"),
        Diff(text, [f"+{text}", f"-{text}", text]),
        Picture("heatmap", text, [{"check": text, "run": text, "status": s, "role": "bottleneck", "kind": "agent"} for s in ("passed", "failed", text)], text),
        Picture("forest", text, [{"task": text, "rate": 0.5, "low": 0.2, "high": 0.8, "band_low": 0.1, "band_high": 0.4, "decision": "in_band", "n": 4}], text),
        Picture("timeline", text, [{"at": "2026-03-01T10:00:00", "place": text, "verdict": "passed"}, {"at": "2026-03-02T10:00:00", "place": text, "verdict": "failed"}], text),
        Picture("versions", text, [{"task": text, "version": text, "rate": 0.5, "low": 0.2, "high": 0.8, "n": 4, "place": p} for p in (0, 1)], text),
        Picture("bars", text, [{"kind": text, "runs": 3}], text),
        Picture("scatter", text, [{"steps": 3, "spent": 2.0, "verdict": "passed", "unit": text}], text),
    ]
    run = {
        "run_id": text,
        "task_id": text,
        "task_version": text,
        "kind": text,
        "model": text,
        "verdict": text,
        "score": 0.5,
        "checks_passed": 1,
        "checks_total": 2,
        "steps": 3,
        "invalid_kind": None,
        "exit_status": text,
        "host": text,
        "source": text,
    }
    data = {"tasks": [], "runs": [run], "findings": [], "clusters": []}
    sections = [Section("headline", text, blocks), Section("leaks", text, [], text)]
    return Report(text, text, text, sections, data, Scope(), [TaskPage(text, blocks, [text])], {text: run}, {})


def check_page(opened: Opened, path: Path) -> None:
    """Nothing but our script ran, nothing was asked for, and no element or link is there that we did not make."""
    opened.goto(path)
    page = opened.page
    page.click("#fold")
    page.fill("#search", "<script>")
    page.evaluate("() => document.querySelectorAll('th button').forEach(b => b.click())")
    page.evaluate("() => document.querySelectorAll('*').forEach(e => ['mouseover', 'focus', 'load', 'error'].forEach(n => e.dispatchEvent(new Event(n))))")
    page.wait_for_timeout(200)
    assert opened.said == []
    assert opened.asked_for() == []
    assert page.evaluate("() => window.hit") is None
    assert page.evaluate("() => document.scripts.length") == 1
    assert page.evaluate("() => document.scripts[0].textContent") == str(html._inline()["script"])
    strange = (
        "() => [...document.querySelectorAll('iframe,object,embed,base,form,img,video,audio,foreignObject,use,image,style:not(head > style)')].map(e => e.outerHTML.slice(0, 99))"
    )
    assert page.evaluate(strange) == []
    handlers = (
        "() => [...document.querySelectorAll('*')].flatMap(e => [...e.attributes].filter(a => a.name.startsWith('on') || a.name === 'style').map(a => e.tagName + ' ' + a.name))"
    )
    assert page.evaluate(handlers) == []
    links = page.evaluate("() => [...document.querySelectorAll('a')].map(a => a.getAttribute('href') || '')")
    assert links
    assert all(link.startswith(("#", "tasks/", "../index.html")) for link in links)
    assert "\x00" not in page.content()
    text = path.read_text(encoding="utf-8")
    assert not any(mark in text for mark in "\u202e\u2066\x07\x1b")


@pytest.mark.parametrize("name", ATTACKS)
def test_every_field_of_every_block(name: str, opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "index.html"
    path.write_text(html.render(every_field(ATTACKS[name])), encoding="utf-8", errors="replace")
    check_page(opened, path)


def test_runs_that_attack(make_db: Callable[..., Path], opened: Opened, tmp_path: Path) -> None:
    """The whole way: hostile text in every field of runs and tasks, ingested, judged, reported."""
    with Reader(make_db(EVERYTHING)) as reader:
        report = build(reader, Scope())
    assert report.data["findings"]
    for path in write(report, tmp_path, "html"):
        check_page(opened, path)


def test_pages_of_tasks(make_db: Callable[..., Path], opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "OWN_PAGES_FROM_TASKS", 0)
    with Reader(make_db(EVERYTHING)) as reader:
        list(write(build(reader, Scope()), tmp_path, "html"))
    pages = sorted((tmp_path / "tasks").glob("*.html"))
    assert pages
    for page in pages:
        check_page(opened, page)
    check_page(opened, tmp_path / "index.html")
    leads = opened.page.evaluate("() => [...document.querySelectorAll('a')].map(a => a.getAttribute('href')).filter(h => h.startsWith('tasks/'))")
    assert leads
    assert {href.split("#")[0] for href in leads} <= {f"tasks/{page.name}" for page in pages}


def test_the_policy_stops_what_would_slip_through(opened: Opened, tmp_path: Path) -> None:
    """The watch has eyes: markup put into the page by hand is refused by the policy, and the refusal is seen."""
    page = html.render(every_field("plain")).replace("</main>", f"{ATTACKS['script']}{ATTACKS['handler']}<p style='color:red'></p></main>")
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    opened.goto(tmp_path / "index.html")
    assert opened.page.evaluate("() => window.hit") is None
    assert len(opened.said) >= 3
    assert opened.asked_for() == [] or all("127.0.0.1" in url for url in opened.asked_for())


def test_without_the_policy_it_would_run(opened: Opened, tmp_path: Path) -> None:
    page = html.render(every_field("plain")).replace("Content-Security-Policy", "x").replace("</main>", f"{ATTACKS['script']}</main>")
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    opened.goto(tmp_path / "index.html")
    assert opened.page.evaluate("() => window.hit") == 1
    assert opened.asked_for()
