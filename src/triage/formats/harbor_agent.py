"""What a Harbor trial kept of the agent program: its setup, its commands with exit codes, what they printed."""

from __future__ import annotations

import re
import shlex

from triage.errors import BadInput
from triage.formats import files
from triage.formats.agent_log import read_log
from triage.formats.graders.log_facts import log_event
from triage.formats.source import Source
from triage.model import Event, Problem

_COMMAND = re.compile(r"^command-(\d+)$")
_PROMPT = re.compile(r"(?:^|\s)(?:--prompt|-p|--print|--task|--message|--instruction)[ =](?='|\"|\$)")
_HEREDOC = re.compile(r"<<-?\s*'?(\w+)'?[^\n]*\n(.*?)\n?\1", re.S)
_LOG_LIMIT = 64 * 1024**2
_SKIP = frozenset({"setup", "sessions", "artifacts"})


class AgentOutput:
    """Collects what the agent program's files tell."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.problems: list[Problem] = []
        self.exit_code: int | None = None
        self.prompt: str | None = None


def read_agent(agent: Source, prefix: str, said: AgentOutput) -> None:
    """The folder `agent` of a trial or of one of its steps."""
    if "setup" in agent.names:
        _setup(agent.child("setup"), f"{prefix}setup/", said)
    commands = sorted((int(match[1]), name) for name in agent.names if len(name) < 20 and (match := _COMMAND.match(name)))
    out = err = False
    for _, name in commands:
        folder = agent.child(name)
        out |= "stdout.txt" in folder.names
        err |= "stderr.txt" in folder.names
        _command(folder, f"{prefix}{name}/", said)
    # The program's own log files repeat what its command printed.
    for name in sorted(agent.names - _SKIP):
        if name.endswith(".txt") and not out:
            _log(agent, name, prefix, said, "agent_stdout", None)
        elif "." not in name and not _COMMAND.match(name):
            folder = agent.child(name)
            if "stdout.txt" in folder.names and not out:
                _log(folder, "stdout.txt", f"{prefix}{name}/", said, "agent_stdout", None)
            if "stderr.txt" in folder.names and not err:
                _log(folder, "stderr.txt", f"{prefix}{name}/", said, "agent_stderr", None)


def _setup(folder: Source, prefix: str, said: AgentOutput) -> None:
    code = _code(folder, said)
    for name in ("stdout.txt", "stderr.txt"):
        if text := _text(folder, name, said):
            said.events.append(log_event("setup", "build_log", text, prefix + name)._replace(is_terminal=bool(code)))
    if code is not None:
        said.events.append(Event("", 0, "setup", "agent_exit", "exit", str(code), "", is_terminal=code != 0, file=f"{prefix}return-code.txt"))


def _command(folder: Source, prefix: str, said: AgentOutput) -> None:
    code = _code(folder, said)
    command = _text(folder, "command.txt", said)
    if command is not None and said.prompt is None:
        said.prompt = prompt_of(command)
    for name, channel in (("stdout.txt", "agent_stdout"), ("stderr.txt", "agent_stderr")):
        _log(folder, name, prefix, said, channel, code)
    if code is not None:
        said.exit_code = code
        said.events.append(Event("", 0, "agent", "agent_exit", "exit", str(code), "", is_terminal=True, file=f"{prefix}return-code.txt"))


def _log(folder: Source, name: str, prefix: str, said: AgentOutput, channel: str, code: int | None) -> None:
    text = _text(folder, name, said)
    if text:
        events = read_log(text, file=prefix + name, finished=True if code == 0 else None)
        said.events += [event._replace(channel=channel) if event.type == "lines" else event for event in events]


def _text(folder: Source, name: str, said: AgentOutput) -> str | None:
    if name not in folder.names:
        return None
    try:
        return files.read_text(folder.path / name, _LOG_LIMIT)
    except BadInput as error:
        said.problems.append(files.problem(f"{folder.display}/{name}", error, severity="warning"))
        return None


def _code(folder: Source, said: AgentOutput) -> int | None:
    text = (_text(folder, "return-code.txt", said) or "").strip()
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else None


def prompt_of(command: str) -> str | None:
    """The prompt that a shell command line passes to an agent program; None where it passes none in a known way.

    An empty text is a prompt too: it tells that the agent was given nothing.
    """
    match = _PROMPT.search(command)
    if match:
        try:
            words = shlex.shlex(command[match.end() :], posix=True, punctuation_chars=False)
            words.whitespace_split, words.commenters = True, ""
            return words.get_token()
        except ValueError:
            return None
    here = _HEREDOC.search(command)
    return here[2] if here else None
