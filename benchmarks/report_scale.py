"""The report at scale: time, memory, sizes, and how long Chromium takes to open its first page.

    python benchmarks/report_scale.py [--tasks 1000] [--runs 10] [--keep DIR] [--chromium /usr/bin/chromium]

Runs in the plain layout are generated (checks that fail alike, provider errors, several hosts and models), ingested, and
reported with the installed `triage`. Chromium is driven through playwright; without either its figure is left out.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

CHECKS = [f"tests/test_outputs.py::test_{name}" for name in ("exists", "schema", "rows", "totals", "rounding", "order", "idempotent", "latency")]
MODELS = ("gale-1", "atlas-2", "brook-3")
START = datetime(2026, 3, 1, tzinfo=UTC)


def generate(folder: Path, tasks: int, runs: int) -> None:
    """Write tasks and runs below `folder`."""
    chance = random.Random(7)
    for t in range(tasks):
        task = f"task-{t:04d}"
        own = folder / "tasks" / task
        own.mkdir(parents=True)
        (own / "task.toml").write_text(f'id = "{task}"\nversion = "v1"\nprompt = "prompt.md"\nsuite = "scale"\n')
        (own / "prompt.md").write_text(f"Write totals for region {t} into /app/totals.json, rounded as the README says.\n")
        hard = chance.random()
        trap = chance.randrange(len(CHECKS)) if chance.random() < 0.3 else None
        for n in range(runs):
            _run(folder / "runs" / f"{task}-{n}", task, n, hard, trap, chance)


def _run(folder: Path, task: str, n: int, hard: float, trap: int | None, chance: random.Random) -> None:
    folder.mkdir(parents=True)
    start = START + timedelta(minutes=chance.randrange(20_000))
    dead = chance.random() < 0.04
    kind = "reference" if n == 0 else "noop" if n == 1 else "agent"
    checks = []
    for place, name in enumerate(CHECKS):
        failed = kind != "reference" and (kind == "noop" or dead or place == trap or chance.random() < hard * 0.3)
        message = (
            f"AssertionError: expected {{'total': {place * 100 + 12.5}}}, got {{'total': {place * 100 + 12.0 + (0 if place == trap else chance.randrange(3))}}}" if failed else None
        )
        checks.append({"name": name, "status": "failed" if failed else "passed", "weight": 1, "message": message})
    passed = all(c["status"] == "passed" for c in checks)
    run = {"run_id": folder.name, "task": task, "task_version": "v1", "kind": kind, "model": MODELS[n % 3], "agent": "plain", "attempt": n, "host": f"host-{chance.randrange(6)}"}
    run |= {"started_at": start.isoformat(), "ended_at": (start + timedelta(seconds=chance.randrange(60, 900))).isoformat(), "tokens_in": chance.randrange(5000, 90000)}
    run |= {"tokens_out": chance.randrange(300, 9000), "cost_usd": round(chance.random(), 3), "exit_status": "completed"}
    if dead:
        run |= {"exit_status": "error", "error": {"type": "APIError", "message": "HTTP 402 Payment Required: your credit balance is too low"}}
    lines = [{"role": "user", "content": f"Write totals for {task}."}]
    for step in range(2 if dead else chance.randrange(4, 14)):
        lines.append(
            {
                "role": "assistant",
                "content": f"I look at part {step} of the input.",
                "tool_calls": [{"id": f"c{step}", "type": "function", "function": {"name": "bash", "arguments": json.dumps({"command": f"sed -n {step}p input.csv"})}}],
            }
        )
        lines.append({"role": "tool", "tool_call_id": f"c{step}", "content": f"region,{step},{chance.random():.3f}\n" * 5})
    (folder / "run.json").write_text(json.dumps(run))
    (folder / "transcript.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "grader.json").write_text(json.dumps({"score": sum(c["status"] == "passed" for c in checks) / len(checks), "passed": passed, "checks": checks}))


def measured(command: list[str]) -> tuple[float, float]:
    """Seconds by the clock and of the processor that a command took; ends this script where it fails."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode not in (0, 3):
        sys.exit(f"{' '.join(command)}: exit {process.returncode}\n{process.stderr[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def opened(page: Path, chromium: str, repeat: int = 3) -> float | None:
    """Median seconds until Chromium has loaded and painted the page; None without playwright or Chromium."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if not Path(chromium).exists():
        return None
    times = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"])
        for _ in range(repeat):
            tab = browser.new_page(viewport={"width": 1280, "height": 1000})
            start = time.perf_counter()
            tab.goto(page.resolve().as_uri())
            tab.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            times.append(time.perf_counter() - start)
            tab.close()
        browser.close()
    return sorted(times)[len(times) // 2]


def main() -> None:
    """Generate, ingest, report, open; print the figures."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tasks", type=int, default=1000)
    options.add_argument("--runs", type=int, default=10)
    options.add_argument("--keep", type=Path)
    options.add_argument("--chromium", default="/usr/bin/chromium")
    given = options.parse_args()
    folder = given.keep or Path(tempfile.mkdtemp(prefix="triage-scale-"))
    data, db, out = folder / "data", folder / "scale.duckdb", folder / "report"
    triage = [sys.executable, "-m", "triage"]
    print("| what | seconds | processor seconds | peak MB | size |\n|---|---|---|---|---|")
    if not db.exists():
        shutil.rmtree(data, ignore_errors=True)
        generate(data, given.tasks, given.runs)
        ingest_s, used = measured([*triage, "ingest", str(data), "--db", str(db), "--quiet"])
        print(f"| ingest of {given.tasks} tasks x {given.runs} runs | {ingest_s:.1f} | {used:.1f} | | {db.stat().st_size / 1e6:.1f} MB |")
    for fmt in ("html", "md", "json", "github", "junit", "sarif", "all"):
        seconds, used = measured([*triage, "report", "--db", str(db), "--out", str(out), "--format", fmt, "--quiet"])
        memory = peak([*triage, "report", "--db", str(db), "--out", str(out), "--format", fmt, "--quiet"]) if fmt in ("html", "all") else None
        print(f"| report --format {fmt} | {seconds:.1f} | {used:.1f} | {f'{memory:.0f}' if memory else ''} | |")
    pages = list((out / "tasks").glob("*.html"))
    for path in sorted(out.glob("*.*")):
        print(f"| {path.name} | | | | {path.stat().st_size / 1e6:.2f} MB |")
    print(
        f"| {len(pages)} pages of tasks | | | | {sum(p.stat().st_size for p in pages) / 1e6:.1f} MB, the largest {max((p.stat().st_size for p in pages), default=0) / 1e3:.0f} kB |"
    )
    first = opened(out / "index.html", given.chromium)
    print(f"| index.html loaded and painted | {first:.2f} | | | |" if first else "| index.html in Chromium: not measured here | | | | |")
    if given.keep is None:
        shutil.rmtree(folder)


def peak(command: list[str]) -> float:
    """Peak memory (MB) of one command alone: its own child reports it."""
    script = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    return float(subprocess.run([sys.executable, "-c", script, *command], capture_output=True, text=True, check=True).stdout)


if __name__ == "__main__":
    main()
