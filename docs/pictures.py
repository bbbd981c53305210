"""Make the terminal pictures of the documentation from real output over sample_transcripts/: `python docs/pictures.py`.

The pictures name no font from elsewhere: they look the same without a network.
"""

from __future__ import annotations

import io
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

ROOT = Path(__file__).parents[1]
PICTURES: tuple[tuple[str, int, int, tuple[str, ...]], ...] = (
    ("terminal-tasks", 122, 40, ("triage tasks --limit 12",)),
    ("terminal-status", 128, 44, ("triage status",)),
    ("terminal-compare", 100, 44, ("triage compare policy-export",)),
    ("terminal-findings", 150, 40, ("triage findings --task policy-export --scope task",)),
    ("terminal-checks", 118, 40, ("triage checks policy-export --version v2",)),
    ("terminal-bottleneck", 118, 40, ("triage checks label-audit",)),
    ("terminal-clusters", 140, 40, ("triage clusters policy-export --disclosure undisclosed",)),
    ("terminal-show", 120, 34, ("triage show policy-export__7NL4y2x",)),
    ("terminal-gate", 112, 40, ("triage gate policy-export",)),
)
"""File name, columns, most lines, commands."""

FORMAT = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def output(command: str, folder: Path, columns: int) -> str:
    """What the command prints in a terminal of that many columns, colours included."""
    env = {**os.environ, "COLUMNS": str(columns), "FORCE_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    words = [sys.executable, "-m", "triage", *shlex.split(command)[1:]]
    done = subprocess.run(words, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout.strip("\n")


def picture(parts: list[tuple[str, str]], columns: int, most: int, name: str) -> str:
    """An SVG of commands with their output."""
    console = Console(width=columns, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor", highlight=False)
    for command, text in parts:
        console.print(Text("$ " + command, style="bold"))
        lines = text.split("\n")
        for line in lines[:most]:
            console.print(Text.from_ansi(line.rstrip()), no_wrap=True, overflow="ellipsis", crop=True)
        if len(lines) > most:
            console.print(Text("..."))
    return console.export_svg(title="triage", theme=SVG_EXPORT_THEME, code_format=FORMAT, unique_id=name)


def page(folder: Path, *arguments: str, name: str, height: int) -> None:
    """A picture of the top of a report in Chromium, where there is one."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        print(f"no Chromium: docs/images/{name}.png stays as it is")
        return
    told = output(shlex.join(["triage", "report", "--out", "report", *arguments]), folder, 100)
    if not (folder / "report" / "index.html").is_file():
        sys.exit(told)
    target = ROOT / "docs" / "images" / f"{name}.png"
    url = (folder / "report" / "index.html").as_uri()
    subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--screenshot={target}", f"--window-size=1200,{height}", url],
        capture_output=True,
        check=True,
    )
    print(f"wrote docs/images/{name}.png")


def main() -> None:
    """Write docs/images/terminal-*.svg and tutorial-report.png; with names only those."""
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "sample_transcripts").symlink_to(ROOT / "sample_transcripts")
        output("triage ingest sample_transcripts", folder, 112)
        for name, columns, most, commands in PICTURES:
            if wanted and name not in wanted:
                continue
            parts = [(c, output(c, folder, columns)) for c in commands]
            (ROOT / "docs" / "images" / f"{name}.svg").write_text(picture(parts, columns, most, name), encoding="utf-8")
            print(f"wrote docs/images/{name}.svg")
        if not wanted or "tutorial-report" in wanted:
            page(folder, "--task", "policy-export", name="tutorial-report", height=1100)


if __name__ == "__main__":
    main()
