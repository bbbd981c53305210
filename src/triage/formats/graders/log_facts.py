"""What a grader's printed log tells about the grader itself: tests that ran, that none ran, that it could not start."""

from __future__ import annotations

import re
from collections.abc import Iterator

from triage.model import Event

KEEP = 2 * 1024**2
"""Characters kept at each end of a long log."""

_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_COUNTS = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)\b")
_SUMMARY = re.compile(r"^=* ?((?:\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|warnings?|deselected|rerun)(?:, )?)+) in [\d.]+ ?s.*$")
_NONE_RAN = re.compile(r"^=* ?no tests ran in |^no tests ran\b|^collected 0 items\s*$|^ERROR: (?:file or directory )?not found: |^No tests found")
_COLLECTION = re.compile(r"^_+ ERROR collecting (.+?) _+$|^!+ Interrupted: (\d+) errors? during collection !+$|^(ImportError while loading conftest .*)$")
_SHELL = re.compile(r"^(?:\S*sh: |\S+\.sh: )?(?:line )?\d+: (\S+): (?:command )?not found$|^(?:\S*sh): (\S+): (?:command )?not found$")
_RUNNERS = frozenset(
    ["uv", "uvx", "pytest", "py.test", "python", "python3", "pip", "pip3", "npx", "npm", "node", "yarn", "pnpm", "go", "cargo", "mvn", "gradle", "dotnet", "make", "bats", "curl"]
)
_CRASH = re.compile(
    r"^INTERNALERROR> |^Error while loading plugin |^pytest: error: |^\S+: error: unrecognized arguments"
    r"|^Segmentation fault|^(?:/\S+ line \d+: +\d+ )?Killed\b|^Fatal Python error: "
)
_FETCHING = re.compile(
    r"^(?:downloading uv |Unpacking \S|Selecting previously |Preparing to unpack |Setting up \S|Get:\d+ "
    r"|Hit:\d+ |Ign:\d+ |Fetched \d|Reading package lists|Building dependency tree"
    r"|Downloading \S|Collecting \S|Installing \S|installing to |Resolved \d+ packages|Prepared \d+ packages|\s*Building wheel|\d+% \[)"
)


def shorten(text: str) -> str:
    """A log with its middle left out where it is longer than 4 MiB, and told."""
    if len(text) <= 2 * KEEP:
        return text
    return f"{text[:KEEP]}\n[... {len(text) - 2 * KEEP} characters left out ...]\n{text[-KEEP:]}"


def log_event(phase: str, channel: str, text: str, file: str | None) -> Event:
    """The event that holds a whole log."""
    return Event("", 0, phase, channel, "log", None, shorten(text), is_terminal=True, file=file)


def log_facts(text: str, file: str | None) -> list[Event]:
    """What a grader's log states, as events of phase grader, channel grader_result.

    tests_ran: how many tests ran; 0 where it says that none did, or that the program which runs them is missing.
    collection_error: a test file that could not be loaded. crash: the grader itself died. missing_result: the log ends
    while the grader still fetches its tools.
    """
    facts = _Facts()
    for number, raw in _numbered(text):
        line = _ANSI.sub("", raw).strip() if "\x1b" in raw else raw.strip()
        if line:
            facts.line(line, number)
    return [_fact(kind, code, at, file) for kind, code, at in facts.found()]


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers in the file, as an editor counts them; of one that was overwritten each state. The middle of a long log is left out."""
    cut = len(text) > 2 * KEEP
    for number, line in enumerate((text[:KEEP] if cut else text).split("\n"), 1):
        for state in line.splitlines():
            yield number, state
    if cut:
        for number, line in enumerate(text[-KEEP:].split("\n"), 1 + text.count("\n", 0, len(text) - KEEP)):
            for state in line.splitlines():
                yield number, state


class _Facts:
    """Looks at the lines one by one."""

    def __init__(self) -> None:
        self.summary: tuple[int, str] | None = None
        self.none: tuple[int, str] | None = None
        self.missing: tuple[int, str] | None = None
        self.crash: tuple[int, str] | None = None
        self.last: tuple[int, str] | None = None
        self.collection: list[tuple[int, str]] = []
        self.interrupted = False

    def line(self, line: str, number: int) -> None:
        self.last = (number, line)
        if " in " in line and _SUMMARY.match(line):
            self.summary = (number, line)
        elif line[0] in "_!I" and (match := _COLLECTION.match(line)):
            self.interrupted |= match[2] is not None
            if match[2] is None or not self.collection:
                self.collection.append((number, line))
        elif _NONE_RAN.match(line):
            self.none = self.none or (number, line)
        elif "not found" in line and (match := _SHELL.match(line)):
            if (match[1] or match[2]).rpartition("/")[2] in _RUNNERS:
                self.missing = (number, line)
        elif _CRASH.match(line):
            self.crash = self.crash or (number, line)

    def found(self) -> list[tuple[str, str | None, tuple[int, str]]]:
        """Type, code and place of each fact."""
        facts: list[tuple[str, str | None, tuple[int, str]]] = []
        if self.summary is not None:
            facts.append(("tests_ran", str(self._ran(self.summary[1])), self.summary))
        elif self.none is not None:
            facts.append(("tests_ran", "0", self.none))
        elif self.missing is not None:
            facts += [("tests_ran", "0", self.missing), ("crash", "command_not_found", self.missing)]
        elif self.crash is None and self.last is not None and _FETCHING.match(self.last[1]):
            facts.append(("missing_result", "fetching_tools", self.last))
        facts += [("collection_error", None, at) for at in self.collection[:20]]
        if self.crash is not None and (self.summary is None or self.crash[1].startswith("INTERNALERROR")):
            facts.append(("crash", None, self.crash))
        return facts

    def _ran(self, summary: str) -> int:
        """Tests that ran: errors in setup count, files that could not be loaded don't."""
        counts = {what.rstrip("s"): int(n) for n, what in _COUNTS.findall(summary)}
        broken = sum(" ERROR collecting " in line for _, line in self.collection)
        errors = 0 if self.interrupted else max(0, counts.get("error", 0) - broken)
        return errors + sum(counts.get(what, 0) for what in ("passed", "failed", "xfailed", "xpassed"))


def _fact(kind: str, code: str | None, at: tuple[int, str], file: str | None) -> Event:
    return Event("", 0, "grader", "grader_result", kind, code, at[1][:2000], is_terminal=True, file=file, line=at[0])
