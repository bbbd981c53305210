"""The logs that the agent of a Terminal-Bench 1 trial left: Terminus' episodes, and files that other readers know."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from triage.errors import BadInput
from triage.formats.chat_messages import Converter, Made
from triage.formats.files import decode, loads, read_prefix
from triage.formats.source import Source
from triage.formats.tb1_steps import call_message
from triage.model import Event, Problem, Run, Step, ToolCall

LIMIT = 64 * 1024**2
GRAFTED = (
    *("atif", "mini_swe_agent", "swe_agent", "openhands", "claude_code", "codex_rollout", "codex_exec", "claude_stream"),
    *("gemini", "opencode", "copilot", "cursor", "pi", "goose", "cline", "aider", "amp", "chat"),
)
"""Readers that may know a file among the agent's logs."""


def episodes(logs: Path, converter: Converter) -> list[Made]:
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
        made += converter.feed(call_message(text, f"e{number}", "terminal", commands) if call_id else {"role": "assistant", "content": text}, number)
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
