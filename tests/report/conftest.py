"""A store of the sample transcripts, a store of hostile runs, and a real Chromium that tells everything that a page does."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from triage.pipeline import ingest_and_detect
from triage.store.read import Reader

SAMPLES = Path(__file__).parents[2] / "sample_transcripts"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of the sample transcripts."""
    db = tmp_path_factory.mktemp("samples") / "samples.duckdb"
    ingest_and_detect([str(SAMPLES)], db, jobs=1)
    return db


@pytest.fixture
def reader(samples: Path) -> Iterator[Reader]:
    """The sample transcripts, open."""
    with Reader(samples) as opened:
        yield opened


@pytest.fixture(scope="session")
def make_db(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Makes a store of one task in the plain layout in which `text` stands in every field that takes text."""

    def make(text: str, *, names: bool = True, runs: int = 6) -> Path:
        folder = tmp_path_factory.mktemp("plain")
        write_plain(folder, text, names=names, runs=runs)
        db = folder / "plain.duckdb"
        ingest_and_detect([str(folder / "tasks"), str(folder / "runs")], db, jobs=1)
        return db

    return make


def write_plain(folder: Path, text: str, *, names: bool, runs: int) -> None:
    """One task and its runs; every run fails alike. names: whether names (task, check, model ...) hold the text too."""
    name = text if names else "plain"
    own = folder / "tasks" / "one"
    own.mkdir(parents=True)
    (own / "task.toml").write_text(f'id = {json.dumps("task " + name)}\nversion = "v1"\nprompt = "prompt.md"\n', encoding="utf-8")
    (own / "prompt.md").write_text(f"Do this: {text}\n", encoding="utf-8")
    (own / "grader").mkdir()
    (own / "grader" / "test_it.py").write_text(f"assert x == {text!r}\n", encoding="utf-8")
    for n in range(runs):
        run = folder / "runs" / f"r{n}"
        run.mkdir(parents=True)
        kind = "noop" if n == 0 else "agent"
        facts: dict[str, Any] = {
            "run_id": f"run {n} {name}",
            "task": f"task {name}",
            "task_version": "v1",
            "kind": kind,
            "model": f"m {name}",
            "agent": f"a {name}",
            "host": f"h {name}",
            "exit_status": f"e {name}",
        }
        facts |= {"started_at": f"2026-03-0{n + 1}T10:00:00Z", "cost_usd": 0.5 + n, "final_answer": text, "changed_files": [text]}
        if n == runs - 1:
            facts |= {"error": {"type": "APIError", "message": f"402 your credit balance is too low {text}"}}
        steps = [
            {"role": "user", "content": f"Do this: {text}"},
            {
                "role": "assistant",
                "content": f"I do {text}",
                "tool_calls": [{"id": "1", "type": "function", "function": {"name": f"bash {name}", "arguments": json.dumps({"command": text})}}],
            },
            {"role": "tool", "tool_call_id": "1", "content": f"Traceback {text}"},
        ]
        checks = [
            {
                "name": f"check {k} {name}",
                "group": f"g {name}",
                "status": "passed" if k == 2 else "failed",
                "message": f"AssertionError: expected '{text}', got 'not {text}'",
                "expected": text,
                "actual": f"not {text}",
            }
            for k in range(3)
        ]
        (run / "run.json").write_text(json.dumps(facts), encoding="utf-8")
        (run / "transcript.jsonl").write_text("".join(json.dumps(s) + "\n" for s in steps), encoding="utf-8")
        (run / "grader.json").write_text(json.dumps({"score": 0.3, "passed": False, "error": text, "checks": checks}), encoding="utf-8")
        (run / "grader.log").write_text(f"E  AssertionError: {text}\n", encoding="utf-8")


class Opened:
    """A page that was opened: what it asked for, what it said, and the page itself."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.requests: list[str] = []
        self.said: list[str] = []
        page.on("request", lambda r: self.requests.append(r.url))
        page.on("console", lambda m: self.said.append(m.text))
        page.on("pageerror", lambda e: self.said.append(str(e)))
        page.on("dialog", lambda d: (self.said.append(f"dialog {d.message}"), d.dismiss()))

    def goto(self, path: Path) -> None:
        """Open a file and let it settle."""
        self.page.goto(path.resolve().as_uri())
        self.page.wait_for_timeout(150)

    def asked_for(self) -> list[str]:
        """Everything that was requested but the pages themselves and what stands in them."""
        return [url for url in self.requests if not url.startswith("data:") and not (url.startswith("file:") and ".html" in url)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Headless Chromium of the system. Of a module, since its driver keeps an event loop running that other tests would meet."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("Chromium is not installed: apt-get install chromium")
    with api.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Opened]:
    """A fresh page that tells what it does."""
    context = browser.new_context(viewport={"width": 1280, "height": 1000})
    yield Opened(context.new_page())
    context.close()
