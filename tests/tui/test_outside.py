"""What leaves the screen: editor, pager, clipboard, browser; and colours."""

from __future__ import annotations

import base64
import contextlib
import json
import re
import shlex
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from fake import small
from test_stories import Reader, reading

from triage.cli.web import HOST, command_line
from triage.tui.app import ReviewApp


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that writes down what it is given to read; the terminal is as if it could be given away."""
    script = tmp_path / "program.py"
    script.write_text("import sys, json, pathlib\npathlib.Path(sys.argv[1]).write_text(json.dumps([sys.argv[2:], pathlib.Path(sys.argv[-1]).read_text()]))\n")
    out = tmp_path / "out.json"
    for name in ("EDITOR", "PAGER"):
        monkeypatch.setenv(name, shlex.join([sys.executable, str(script), str(out), "-x"]))
    monkeypatch.setattr(ReviewApp, "suspend", lambda self: contextlib.nullcontext())
    return out


async def test_the_pager_gets_the_whole_transcript_harmless(tmp_path: Path, program: Path) -> None:
    async with reading(tmp_path / "l") as r:
        await r.press("o", "l")
        words, text = json.loads(program.read_text())
        assert words[0] == "-x"
        assert "line 39 of the file" in text
        assert "\x1b" not in text


async def test_the_editor_gets_the_record_itself(tmp_path: Path, program: Path) -> None:
    record = tmp_path / "record file.json"
    record.write_text('{"the": "record"}')
    runs = small()
    runs.runs["r1"] = runs.runs["r1"]._replace(row=runs.runs["r1"].row._replace(source=str(record)))
    async with reading(tmp_path / "l", runs) as r:
        await r.press("o", "e")
        words, text = json.loads(program.read_text())
        assert words == ["-x", str(record)]
        assert text == '{"the": "record"}'


async def test_an_editor_that_is_not_there_is_told_of(tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "/no/such/editor")
    async with reading(tmp_path / "l") as r:
        await r.press("o", "e")
        assert "/no/such/editor can't be run" in r.said
        await r.press("1")
        assert set(r.current) == {"r1"}


async def test_copying_goes_through_the_terminal(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        sent: list[str] = []
        driver = r.app._driver
        assert driver is not None
        driver.write = sent.append  # type: ignore[method-assign]
        await r.press("g", "l", "l", "l", "y")
        osc = [s for s in sent if s.startswith("\x1b]52;c;")]
        assert len(osc) == 1
        text = base64.b64decode(osc[0].removeprefix("\x1b]52;c;").removesuffix("\a")).decode()
        assert "It fails; I look again." in text
        assert "Traceback: KeyError 'seg'" in text
        assert "step 3" in r.said


def colours(r: Reader) -> set[str]:
    """Every colour on the screen, default ones left out."""
    styles = [s.style for strip in r.app.screen._compositor.render_strips() for s in strip if s.style]
    return {c.get_truecolor().hex for style in styles for c in (style.color, style.bgcolor) if c is not None and not c.is_default}


async def test_without_colour_everything_is_still_told_by_signs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with reading(tmp_path) as r:
        assert r.app.no_color
        text = re.sub(" +", " ", r.text())
        for sign in ("✗ replay_rates", "✓ 7 passed", "▸ 1 ✗ C1 ●", "⚠ contract.ambiguous", "- rates = errs", "+ rates = mean", "◀ evidence"):
            assert sign in text, sign
        await r.press("1")
        assert set(r.current) == {"r1"}


async def test_light_and_dark_differ_and_both_show_text(tmp_path: Path) -> None:
    async with reading(tmp_path) as r:
        dark = colours(r)
        r.app.theme = "textual-light"
        await r.rest()
        assert colours(r) != dark
        assert "replay_rates" in r.text()


def test_each_browser_tab_runs_the_same_command_without_web() -> None:
    words = shlex.split(command_line(["review", "--web", "--port", "9000", "--task", "a b*", "--port=9", "--blind"]))
    assert words == [sys.executable, "-m", "triage", "review", "--task", "a b*", "--blind"]
    assert HOST == "127.0.0.1"


@contextlib.contextmanager
def served(folder: Path) -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "triage", "review", "--web", "--port", str(port)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield port
    finally:
        server.terminate()
        server.wait(20)


def test_the_browser_page_is_there_for_this_machine_only(tmp_path: Path) -> None:
    pytest.importorskip("textual_serve")
    with served(tmp_path) as port:
        page = _fetch(port)
        assert "textual" in page
        assert "triage review" in page
        others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1", "127.0.1.1"}
        for address in others:
            with pytest.raises(OSError):  # noqa: PT011
                socket.create_connection((str(address), port), timeout=2).close()


def _fetch(port: int) -> str:
    until = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                return str(answer.read().decode())
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
