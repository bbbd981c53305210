"""Commands as a person sees them: no line is wider than the terminal, nothing that tells rows apart is cut away, and what comes next can be pasted."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from rich.cells import cell_len

from triage.pipeline import ingest_and_detect

SAMPLES = Path(__file__).parents[1] / "sample_transcripts"
COMMANDS = (
    "status", "tasks", "tasks --why", "runs", "findings --scope task", "findings --evidence", "clusters", "checks policy-export", "checks label-audit", "compare policy-export",
    "plan --all", "gate policy-export", "gate --all", "show policy-export__7NL4y2x --no-pager", "labels list", "detectors", "formats", "queries list", "query suites",
)  # fmt: skip


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("terminal") / "samples.duckdb"
    ingest_and_detect([str(SAMPLES)], path, jobs=1)
    return str(path)


def on_terminal(words: list[str], columns: int, colour: bool = False) -> str:
    """What `triage` writes to a terminal of that many columns, its notes included."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "FORCE_COLOR")} | {"TERM": "xterm-256color"} | ({} if colour else {"NO_COLOR": "1"})
    process = subprocess.Popen([sys.executable, "-m", "triage", *words], stdout=child, stderr=child, stdin=child if words[0] == "review" else subprocess.DEVNULL, env=env)
    os.close(child)
    read = b""
    try:
        while block := os.read(parent, 65536):
            read += block
    except OSError:
        pass
    process.wait()
    os.close(parent)
    return read.decode().replace("\r\n", "\n")


def with_db(words: str, db: str) -> list[str]:
    split = shlex.split(words)
    return split if split[0] in ("detectors", "formats", "queries") else [*split, "--db", db]


@pytest.mark.parametrize("words", COMMANDS)
def test_no_line_is_wider_than_the_terminal(words: str, db: str) -> None:
    for columns in (40, 80) if words in ("tasks", "runs", "findings --evidence") else (80,):
        shown = re.sub("\x1b\\[[0-9;]*m", "", on_terminal(with_db(words, db), columns))
        assert shown.strip()
        wide = [line for line in shown.split("\n") if cell_len(line) > columns]
        assert not wide, wide[0]


def test_rows_are_told_apart_at_80_columns(db: str) -> None:
    for words in ("tasks", "runs --task latency-replay", "findings --scope task"):
        table = on_terminal(with_db(words, db), 80).split("\n")
        start = next(n for n, line in enumerate(table) if line.startswith(" ─")) + 1
        rows = table[start : table.index("", start)]
        assert len({" ".join(row.split()[:2]) if words == "tasks" else row for row in rows}) == len(rows), words


def test_what_comes_next_can_be_pasted(db: str) -> None:
    """Each hint is a command that works on the same store."""
    for words in ("tasks", "runs", "findings", "clusters", "checks policy-export", "gate policy-export", "compare policy-export", "status"):
        shown = on_terminal(with_db(words, db), 400)
        hints = re.findall(r": (triage .*)$", shown, re.M)
        assert hints, words
        for hint in hints:
            command = shlex.split(hint.partition("    (")[0])[1:]
            assert db in command
            if command[0] != "review":
                done = subprocess.run([sys.executable, "-m", "triage", *command], capture_output=True, text=True, check=False)
                assert done.returncode in (0, 1, 3), (hint, done.stderr)
                assert done.stdout.strip(), hint


@pytest.mark.parametrize(
    ("words", "told"),
    [("--task nope", "there is no task 'nope'"), ("--cluster nope", "there is no cluster"), ("--finding provder", "there is no kind"), ("--model gale", "gale-1")],
)
def test_review_says_what_is_not_there_before_the_screen_opens(words: str, told: str, db: str) -> None:
    shown = on_terminal(["review", *words.split(), "--db", db], 80)
    assert told in shown
    assert "\x1b" not in shown


def test_rates_of_all_runs_stand_below_all_runs_alone(db: str) -> None:
    everything = on_terminal(["runs", "--db", db], 400)
    assert "bounds 33.3% to 50.0%" in everything
    assert re.search(r"and the rates of \d+ more: triage status", everything)
    assert "bounds" not in on_terminal(["runs", "--task", "latency-replay", "--db", db], 400)


def test_no_hints_in_pipes(db: str) -> None:
    done = subprocess.run([sys.executable, "-m", "triage", "tasks", "--db", db], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert "\x1b" not in done.stdout


def test_colours_where_they_are_wanted(db: str) -> None:
    assert "\x1b[31mfailed" in on_terminal(["runs", "--failing", "--db", db], 120, colour=True)
    assert "\x1b[31m" not in on_terminal(["runs", "--failing", "--db", db], 120)


def test_nothing_is_cut_in_a_pipe(db: str) -> None:
    findings = subprocess.run([sys.executable, "-m", "triage", "findings", "--db", db, "--format", "json"], capture_output=True, text=True, check=True).stdout
    longest = max(json.loads(findings), key=lambda f: len(f["explanation"]))
    shown = subprocess.run([sys.executable, "-m", "triage", "findings", longest["finding_id"], "--db", db], capture_output=True, text=True, check=True).stdout
    assert longest["explanation"].split("\n")[0] in shown


def test_a_step_that_is_not_there(db: str) -> None:
    done = subprocess.run([sys.executable, "-m", "triage", "show", "policy-export__7NL4y2x", "--steps", "90:", "--db", db], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "has the steps 0 to" in done.stderr
