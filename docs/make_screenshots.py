"""The pictures of the report in docs/images, made from sample_transcripts/ in Chromium.

    python docs/make_screenshots.py [--chromium /usr/bin/chromium]

Wants playwright (pip install playwright) and Chromium from the system's packages.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SHOTS = {
    "light": ({"viewport": {"width": 1280, "height": 960}, "color_scheme": "light"}, "screen", None),
    "dark": ({"viewport": {"width": 1280, "height": 960}, "color_scheme": "dark"}, "screen", "#matrix"),
    "phone": ({"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "device_scale_factor": 2}, "screen", "#first"),
    "print": ({"viewport": {"width": 794, "height": 1123}, "color_scheme": "light"}, "print", "#calibration"),
}
"""Name -> how the page is opened, for which medium, and scrolled where."""


def main() -> None:
    """Ingest, report, open, write docs/images/report-<name>.png."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--chromium", default="/usr/bin/chromium")
    given = options.parse_args()
    images = ROOT / "docs" / "images"
    images.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        db, out = f"{folder}/t.duckdb", f"{folder}/report"
        for words in (["ingest", "sample_transcripts", "--db", db], ["report", "--db", db, "--out", out]):
            done = subprocess.run([sys.executable, "-m", "triage", *words, "--quiet"], cwd=ROOT, check=False)
            if done.returncode not in (0, 3):
                sys.exit(done.returncode)
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=given.chromium, args=["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"])
            for name, (context, medium, place) in SHOTS.items():
                page = browser.new_context(**context).new_page()
                page.emulate_media(media=medium)
                page.goto(f"file://{out}/index.html" + (place or ""))
                page.wait_for_timeout(300)
                page.screenshot(path=images / f"report-{name}.png")
            browser.close()


if __name__ == "__main__":
    main()
