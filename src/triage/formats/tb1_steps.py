"""What the agent of a Terminal-Bench 1 trial did: from its own logs where they are structured, else from the screen."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from triage.errors import BadInput
from triage.formats.agent_log import read_log
from triage.formats.chat_messages import Converter, Made
from triage.formats.files import decode, dumps, loads, read_prefix
from triage.formats.source import Source
from triage.formats.tb1_screen import Block, after_wait, blocks
from triage.model import Event, Problem, Run, Step, ToolCall

INSTALL = "/installed-agent/"
LIMIT = 64 * 1024**2
GRAFTED = (
    *("atif", "mini_swe_agent", "swe_agent", "openhands", "claude_code", "codex_rollout", "codex_exec", "claude_stream"),
    *("gemini", "opencode", "copilot", "cursor", "pi", "goose", "cline", "aider", "amp", "chat"),
)
"""Readers that may know a file among the agent's logs."""
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
            yield _call("", f"c{i}", "terminal", {"command": block.command})
            yield {"role": "tool", "tool_call_id": f"c{i}", "content": block.output}
        elif block.output.strip():
            yield {"role": "tool", "content": block.output}


def typed_messages(keys: list[str]) -> Iterator[dict[str, Any]]:
    """What was typed, where no screen shows what came of it."""
    if any(INSTALL in key for key in keys):
        return
    for i, key in enumerate(keys):
        if "run-tests" not in key:
            yield _call("", f"k{i}", "terminal", {"command": key})


def _call(text: str, call_id: str, name: str, arguments: object) -> dict[str, Any]:
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
            yield _call(body[: fence.start()].rstrip(), f"c{i}", "bash", {"command": fence[1]}) if fence else {"role": "assistant", "content": body}
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
    events = read_log(structured, file=file) if structured else []
    lines = [line for line in output.rstrip().split("\n") if not (structured and _is_event(line))]
    if 2 * len(events) > len(lines):
        return events
    if failed_to_run(output):
        phase = "setup" if _SHELL_ERROR.match(output) else "agent"
        return [*events, Event("", 0, phase, "agent_stderr", "lines", None, output.strip("\n"), is_terminal=True, file=file)]
    return [*events, Event("", 0, "agent", "agent_stdout", "lines", None, "\n".join(lines[-TAIL:]), is_terminal=True, file=file)]


def episodes(logs: Path, converter: Converter, instruction: str | None) -> list[Made]:
    """Terminus: agent-logs/episode-N/{prompt.txt,response.txt|response.json}: the prompt is what the terminal showed."""
    try:
        names = sorted((int(n[8:]), n) for n in os.listdir(logs) if n.startswith("episode-") and n[8:].isdigit())
    except OSError:
        return []
    made: list[Made] = []
    call_id: str | None = None
    for number, name in names:
        prompt = _text(logs / name, "prompt.txt", "prompt.json", "prompt.md")
        response = _text(logs / name, "response.txt", "response.json", "response.md")
        converter.file = f"agent-logs/{name}"
        if prompt is not None:
            made += converter.feed({"role": "tool", "tool_call_id": call_id, "content": prompt} if call_id else {"role": "user", "content": prompt}, number)
        if response is None:
            call_id = None
            continue
        text, commands = _terminus(response)
        call_id = f"e{number}" if commands is not None else None
        made += converter.feed(_call(text, f"e{number}", "terminal", commands) if call_id else {"role": "assistant", "content": text}, number)
    return made


def _terminus(response: str) -> tuple[str, object]:
    """Text and commands of a Terminus reply; commands are None where the reply is not its JSON."""
    start, end = response.find("{"), response.rfind("}")
    try:
        value = loads(response[start : end + 1]) if 0 <= start < end else None
    except BadInput:
        value = None
    if not isinstance(value, dict) or "commands" not in value:
        return response, None
    text = "\n".join(str(v) for k, v in value.items() if k != "commands" and isinstance(v, str) and v)
    return text, {k: v for k, v in value.items() if not isinstance(v, str) or not v}


def _text(folder: Path, *names: str) -> str | None:
    for name in names:
        try:
            return decode(read_prefix(folder / name, LIMIT))
        except BadInput:
            continue
    return None


class Grafted(NamedTuple):
    """What another reader found in a file among the agent's logs."""

    run: Run
    """Its run."""
    records: list[Made]
    """Its steps, calls, events and problems, under the trial's run id."""


def graft(logs: Path, run_id: str, display: str) -> Grafted | None:
    """The fullest transcript that other readers find among the agent's logs."""
    from triage.formats import FORMATS, load

    readers = [load(name) for name in GRAFTED if name in FORMATS]
    best: Grafted | None = None
    for path in _log_files(logs):
        relative = os.path.relpath(path, logs.parent)
        source = Source(path, f"{display}/{relative}", is_dir=False)
        reader = next((r for r in readers if _knows(r, source)), None)
        if reader is None:
            continue
        try:
            found = list(reader.read(source))
        except BadInput:
            continue
        first = next((r for r in found if isinstance(r, Run)), None)
        if first is None:
            continue
        mine: list[Made] = []
        for record in found:
            if isinstance(record, Problem):
                mine.append(record._replace(run_id=run_id))
            elif isinstance(record, (Step, ToolCall, Event)) and record.run_id == first.run_id:
                mine.append(record._replace(run_id=run_id) if isinstance(record, ToolCall) else record._replace(run_id=run_id, file=relative))
        if best is None or len(mine) > len(best.records):
            best = Grafted(first, mine)
    return best if best and any(isinstance(r, Step) for r in best.records) else None


def graft_lines(text: str, run_id: str, display: str, file: str | None) -> Grafted | None:
    """The transcript that other readers find in event lines that an agent program printed to the terminal."""
    if text.count("\n") < 2:
        return None
    with tempfile.TemporaryDirectory(prefix="triage-") as folder:
        logs = Path(folder, "agent-logs")
        logs.mkdir()
        (logs / "agent.jsonl").write_text(text, encoding="utf-8", errors="replace")
        found = graft(logs, run_id, display)
    if found is None:
        return None
    # Events of these lines are read apart (program_events).
    kept = [r._replace(file=file) if isinstance(r, Step) else r for r in found.records if not isinstance(r, Event)]
    return Grafted(found.run, [r._replace(path=f"{display}/{file}") if isinstance(r, Problem) else r for r in kept])


def _knows(reader: Any, source: Source) -> bool:
    try:
        return bool(reader.recognise(source))
    except Exception:  # a reader that stumbles over a strange file doesn't know it
        return False


def _log_files(logs: Path) -> list[Path]:
    found: list[Path] = []
    for folder, dirs, names in os.walk(logs):
        dirs[:] = [d for d in dirs if not d.startswith("episode-")]
        found += [Path(folder, name) for name in names]
    return sorted(found)[:200]
