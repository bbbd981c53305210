"""What the agent of a Terminal-Bench 1 trial did, as its screen shows it: installing, the program's output, commands at a prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from triage.formats.agent_log import read_log
from triage.formats.files import dumps
from triage.formats.tb1_screen import Block, after_wait, blocks
from triage.model import Event

INSTALL = "/installed-agent/"
_HEADING = re.compile(r"^(?:mini-swe-agent \(step \d+, \$[\d.]+\)|User|System):\s*$", re.M)
_FENCE = re.compile(r"```(?:bash|sh|mswea_bash_command)\n(.*?)\n?```", re.S)
_SHELL_ERROR = re.compile(r"\A\s*(?:/\S*/)?(?:bash|sh|zsh|dash)(?:: line \d+)?: .*(?:not found|No such file or directory|[Pp]ermission denied|cannot execute)")
_CRASH = re.compile(r"^(?:[\w.]*(?:Error|Exception|Exit|Interrupt)(?::|$)|error: |fatal: |Error: |node:internal)")
TAIL = 40
"""Lines of a program's output that stand for its end."""


class Screen(NamedTuple):
    """A screen divided by who wrote it."""

    setup: str
    """Installing the agent."""
    program: str | None
    """What the installed agent program printed; None if the agent works outside, through the terminal."""
    shell: list[Block]
    """Commands and their output, of an agent that works through the terminal."""
    launched: bool
    """Whether the agent program was started."""


def divide(text: str, keys: list[str]) -> Screen:
    """Tell installing, the agent program and shell commands apart. `keys` is what was typed (`tb1_screen.typed`)."""
    made = blocks(text)
    last = max((i for i, b in enumerate(made) if INSTALL in b.command), default=None)
    typed_last = max((i for i, k in enumerate(keys) if INSTALL in k), default=None)
    if last is None and typed_last is None:
        return Screen("", None, made, True)
    launched = typed_last is not None and any("run-tests" not in k for k in keys[typed_last + 1 :])
    if last is None and not launched:
        return Screen(text, None, [], False)
    if last is None:
        # The screen's top scrolled away: what stands before the first prompt is the end of the launch command, or the program's output.
        return Screen("", "\n".join(after_wait(b.output) if not b.command else b.output for b in made).strip("\n"), [], True)
    setup = "\n".join(f"$ {b.command}\n{b.output}" if b.command else b.output for b in made[: last + 1])
    after = [b for b in made[last + 1 :] if b.command or b.output]
    return Screen(setup, "\n".join(b.output for b in after).strip("\n"), [], launched or bool(after))


def shell_messages(made: list[Block]) -> Iterator[dict[str, Any]]:
    """Commands at a prompt as calls of a tool `terminal`; a screen without any (a full-screen program) as one message."""
    own = [block for block in made if not block.command.startswith("asciinema rec") and block.command not in ("clear", "exit")]
    if not any(block.command for block in own):
        text = "\n".join(block.output for block in own).strip()
        if text.count("\n") >= 3:
            yield {"role": "assistant", "content": text}
        return
    for i, block in enumerate(own):
        if block.command:
            yield call_message("", f"c{i}", "terminal", {"command": block.command})
            yield {"role": "tool", "tool_call_id": f"c{i}", "content": block.output}
        elif block.output.strip():
            yield {"role": "tool", "content": block.output}


def typed_messages(keys: list[str]) -> Iterator[dict[str, Any]]:
    """What was typed, where no screen shows what came of it."""
    if any(INSTALL in key for key in keys):
        return
    for i, key in enumerate(keys):
        if "run-tests" not in key:
            yield call_message("", f"k{i}", "terminal", {"command": key})


def call_message(text: str, call_id: str, name: str, arguments: object) -> dict[str, Any]:
    return {"role": "assistant", "content": text, "tool_calls": [{"id": call_id, "function": {"name": name, "arguments": dumps(arguments)}}]}


def program_messages(output: str) -> Iterator[dict[str, Any]]:
    """What an agent program printed, as messages: by its headings where it prints them, else as one message of the agent.

    Nothing where it only says that it could not run.
    """
    found = list(_HEADING.finditer(output))
    if not found:
        if not failed_to_run(output):
            yield {"role": "assistant", "content": output}
        return
    # A screen that still shows the system prompt shows the task too; on one that scrolled, what looks like a user is the terminal.
    whole = any(match[0].startswith("System") for match in found)
    head = output[: found[0].start()].strip()
    if head:
        yield {"role": "system" if whole else "tool", "content": head}
    call_id = None
    for i, (match, following) in enumerate(pairwise([*found, None])):
        assert match is not None
        body = output[match.end() : following.start() if following else len(output)].strip("\n").rstrip("\u2500\n ")
        if match[0].startswith("mini"):
            fence = _FENCE.search(body)
            call_id = f"c{i}" if fence else None
            yield call_message(body[: fence.start()].rstrip(), f"c{i}", "bash", {"command": fence[1]}) if fence else {"role": "assistant", "content": body}
        elif call_id:
            yield {"role": "tool", "tool_call_id": call_id, "content": body}
            call_id = None
        elif body:
            yield {"role": "system" if match[0].startswith("System") else "user" if whole else "tool", "content": body}


def failed_to_run(output: str) -> bool:
    """Whether a program's output is nothing but a shell's or an interpreter's complaint."""
    lines = [line for line in output.split("\n") if line.strip()]
    if not lines or _HEADING.search(output):
        return not lines
    if _SHELL_ERROR.match(output) and len(lines) <= TAIL:
        return True
    return bool(_CRASH.match(lines[-1].strip())) and ("Traceback (most recent call last)" in output or len(lines) <= 5)


def event_lines(output: str) -> str:
    """The JSON event lines of a program: all, where most lines are such, else those at its end. What tools printed under headings is none of them."""
    if _HEADING.search(output):
        return ""
    lines = [line for line in output.split("\n") if line.strip()]
    structured = [line for line in lines if _is_event(line)]
    return "\n".join(structured if 2 * len(structured) > len(lines) else [line for line in lines[-TAIL:] if _is_event(line)])


def _is_event(line: str) -> bool:
    return line.startswith("{") and '"type"' in line[:400] and line.rstrip().endswith("}")


def program_events(output: str, file: str | None) -> list[Event]:
    """The event lines of an agent program and the end of what it printed, or its complaint that it could not run.

    Other plain lines repeat the conversation: they are no events.
    """
    if not output.strip():
        return []
    structured = event_lines(output)
    events = [event._replace(line=None) for event in read_log(structured, file=file)] if structured else []  # counted in the block, not in the file
    lines = [line for line in output.rstrip().split("\n") if not (structured and _is_event(line))]
    if 2 * len(events) > len(lines):
        return events
    if failed_to_run(output):
        phase = "setup" if _SHELL_ERROR.match(output) else "agent"
        return [*events, Event("", 0, phase, "agent_stderr", "lines", None, output.strip("\n"), is_terminal=True, file=file)]
    return [*events, Event("", 0, "agent", "agent_stdout", "lines", None, "\n".join(lines[-TAIL:]), is_terminal=True, file=file)]
