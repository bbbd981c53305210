"""Pictures of the review screen, from the sample transcripts: docs/images/review-*.png.

    python docs/review_pictures.py [NAME ...]

Textual draws each screen as SVG; Chromium turns it into PNG. Made anew when the screen changes; nothing depends on them.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from textual.pilot import Pilot

from triage.pipeline import ingest_and_detect
from triage.store.review_rows import Filters
from triage.store.reviews import StoreReviews
from triage.tui.app import ReviewApp

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"

SCREENS: dict[str, tuple[tuple[int, int], list[str], dict[str, object]]] = {
    "wide": ((150, 42), [], {}),
    "small": ((80, 24), [], {}),
    "blind": ((120, 36), [], {"blind": True}),
    "labelled": ((150, 42), ["5"], {}),
    "compare": ((150, 42), ["v"], {}),
    "invalid": ((150, 42), [], {"filters": Filters("invalid")}),
    "help": ((120, 42), ["?"], {}),
    "checks": ((120, 36), ["o", "c"], {}),
    "light": ((150, 42), [], {"theme": "textual-light"}),
}
"""Name -> columns and rows, keys, options."""


async def draw(store: Path, labels: Path, name: str) -> tuple[str, tuple[int, int]]:
    """One screen as SVG, and its size in pixels."""
    size, keys, options = SCREENS[name]
    theme = str(options.pop("theme", "textual-dark"))
    app = ReviewApp(StoreReviews(store), labels, annotator="you", pause=5, **options)  # type: ignore[arg-type]
    app.theme = theme
    async with app.run_test(size=size) as pilot:
        for key in ("", *keys):
            if key:
                await pilot.press(key)
            await _rest(pilot)
        svg = app.export_screenshot(title="triage review")
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    return svg, (round(float(box[1])), round(float(box[2]))) if box else (1200, 800)


async def _rest(pilot: Pilot[None]) -> None:
    for _ in range(4):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


def to_png(svg: str, size: tuple[int, int], out: Path) -> None:
    """Through Chromium, in a font of this machine."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        raise SystemExit("chromium is needed to turn SVG into PNG")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", "DejaVu Sans Mono")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(f'<body style="margin:0;background:#fff">{svg}</body>', encoding="utf-8")
        command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={size[0]},{size[1]}", f"--force-device-scale-factor={min(1.0, 1500 / size[0]):.2f}", f"--screenshot={out}", page.as_uri()]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)


def main(names: list[str]) -> None:
    """Draw the screens."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store.duckdb"
        ingest_and_detect([str(ROOT / "sample_transcripts")], store)
        for name in names or SCREENS:
            out = IMAGES / f"review-{name}.png"
            to_png(*asyncio.run(draw(store, Path(folder) / f"labels-{name}", name)), out)
            print(f"{out.relative_to(ROOT)}: {out.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
