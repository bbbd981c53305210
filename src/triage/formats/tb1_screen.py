"""Terminal screens and recordings as Terminal-Bench 1 keeps them: escapes taken out, wrapped lines joined, split at shell prompts."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

from triage.errors import BadInput
from triage.formats.files import decode, loads, read_prefix

LIMIT = 16 * 1024**2
"""Bytes of a screen or recording that are read."""
WIDTH = 160
"""Columns of the terminal where the recording does not say."""
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[()*+][0-9A-Za-z]|[=>78cDEHMNOZ])|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f]")
_FULL_SCREEN = b"\\u001b[?1049h"
_PROMPT = re.compile(r"^(?:\([\w.-]+\) )?(?:[\w.-]+@[\w.-]+:[^\s#$]*|bash-[\d.]+)[#$](?: |$)", re.M)
_WAIT = re.compile(r"\n?".join(r"\s" if c == " " else re.escape(c) for c in "tmux wait -S done"))
_RULE = re.compile(r"(?:(\W)\1{4}|[\u2500-\u257f])$")
_FRESH = re.compile(r"(\W)\1{4}|(?:FAILED|PASSED|ERROR|SKIPPED|XFAIL|XPASS) |E   |[\w.-]+@[\w.-]+:\S*[#$]")


class Block(NamedTuple):
    """What was typed at a shell prompt, and what came after it."""

    command: str
    """The command as the screen echoes it; empty for what stands before the first prompt."""
    output: str
    """What was printed until the next prompt."""


def plain(text: str) -> str:
    """Terminal output without escapes; of a line that was overwritten the last state."""
    if any(c in text for c in "\x1b\x07\x08\x00\x0e\x0f"):
        text = _ESCAPES.sub("", text)
    text = text.replace("\r\n", "\n")
    if "\r" in text:
        text = "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    return text


def unwrap(text: str, width: int = WIDTH, *, numbered: bool = False) -> str:
    """Join lines that the screen broke at its right edge; rules that fill a line stay.

    numbered: each line keeps the number that it has in the file: empty lines stand for what was joined to the one before.
    """
    lines: list[str] = []
    at = 0
    joined = False
    for line in map(str.rstrip, text.split("\n")):
        if joined and not _FRESH.match(line):
            lines[at] += line
            if numbered:
                lines.append("")
        else:
            at = len(lines)
            lines.append(line)
        joined = len(line) == width and not _RULE.search(line, width - 5)
    return "\n".join(lines).rstrip("\n") if numbered else "\n".join(lines).strip("\n")


def cast_text(data: bytes) -> str:
    """What an asciinema recording (version 2) showed, as plain text. Lines that can't be parsed are left out."""
    parts: list[str] = []
    for raw in data.split(b"\n"):
        if not raw.startswith(b"["):
            continue
        try:
            event = loads(raw)
        except BadInput:
            continue
        if isinstance(event, list) and len(event) > 2 and event[1] == "o" and isinstance(event[2], str):
            parts.append(event[2])
    return plain("".join(parts)).strip("\n")


def read_screen(trial: Path, pane: str, recording: str, *, numbered: bool = False) -> tuple[str, str | None]:
    """The fullest plain text of a screen and the file it came from: a recording before the pane, which keeps last lines only.

    pane: stem in panes/. recording: stem in sessions/. Full-screen programs are readable in the pane alone. numbered: see `unwrap`.
    """
    best, name = "", None
    for candidate in (f"panes/{pane}.txt", f"sessions/{recording}.cast", f"sessions/{recording}.log"):
        try:
            data = read_prefix(trial / candidate, LIMIT)
        except BadInput:
            continue
        if candidate.endswith(".cast"):
            text = "" if best and _FULL_SCREEN in data else cast_text(data)
        elif candidate.endswith(".log"):
            text = "" if best else plain(decode(data)).rstrip("\n") if numbered else plain(decode(data)).strip("\n")
        else:
            text = unwrap(plain(decode(data)), numbered=numbered)
        if len(text.strip("\n")) > len(best.strip("\n")):
            best, name = text, candidate
    return best, name


def blocks(text: str) -> list[Block]:
    """Split a screen at its shell prompts."""
    found = list(_PROMPT.finditer(text))
    head = text[: found[0].start()] if found else text
    made = [Block("", head.strip("\n"))] if head.strip() else []
    for i, match in enumerate(found):
        body = text[match.end() : found[i + 1].start() if i + 1 < len(found) else len(text)]
        waits = list(_WAIT.finditer(body, 0, 65536))
        if waits:  # a command that was typed before the prompt was there is echoed twice
            command, output = body[: waits[0].start()].rstrip(" ;\n"), body[waits[-1].end() :]
        else:
            command, _, output = body.partition("\n")
        if command.strip() or output.strip():
            made.append(Block(command.strip(), output.strip("\n")))
    return made


def after_wait(text: str) -> str:
    """What stands after the last echo of a blocking command; the whole text where there is none."""
    ends = [match.end() for match in _WAIT.finditer(text)]
    return text[ends[-1] :].lstrip("\n") if ends else text


def typed(trial: Path) -> list[str]:
    """Key sequences that the harness and its agent sent (commands.txt), one text each; those that only drive the recording are left out."""
    try:
        text = decode(read_prefix(trial / "commands.txt", LIMIT))
    except BadInput:
        return []
    sent: list[str] = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        try:
            keys = ast.literal_eval(line)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            keys = line
        joined = "".join(k for k in keys if isinstance(k, str) and k not in ("Enter", "C-m")) if isinstance(keys, list) else str(keys)
        if joined.startswith("asciinema rec") or joined in ("clear", "C-d", ""):
            continue
        sent.append(joined)
    return sent
