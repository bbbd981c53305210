"""Aider: chat histories in Markdown (several sessions in one file), and results of its benchmark (.aider.results.json).

In a history a line that starts with `#### ` is the user's, `> ` is what aider printed, and the rest is the model's. What stands before
the first line of the user belongs to aider's start: with `--message` the whole prompt is echoed there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from triage.errors import BadInput
from triage.formats import files
from triage.formats.conversation import Names, stem
from triage.formats.files import dumps, integer, number
from triage.formats.rows import listed, sub, text_field
from triage.formats.session import Session
from triage.formats.source import Source
from triage.model import Check, Event, Record, Run

NAME = "aider"
TITLE = "Aider chat histories and benchmark results"
WHERE = "docs/formats.md#aider"

RESULTS, HISTORY = ".aider.results.json", ".aider.chat.history.md"
_START = re.compile(r"^# aider chat started at (.+?)\s*$", re.MULTILINE)
_USED = re.compile(r"^Tokens: ([\d.,]+)(k|M)? sent,.*?([\d.,]+)(k|M)? received\.(?: Cost: \$[\d.,]+ message, \$([\d.,]+) session)?")
_EDIT = re.compile(r"^Applied edit to (.+?)\s*$")
_ERROR = re.compile(r"^(?:litellm\.)?(\w*(?:Error|Exception))\b")
_RETRY = re.compile(r"^Retrying in [\d.]+ seconds")
_MODEL = re.compile(r"^(?:Main )?[Mm]odel: (\S+)")


def recognise(source: Source) -> bool:
    """A benchmark folder with a result, a result file, or a Markdown file with aider's first line near its start."""
    if source.is_dir:
        return RESULTS in source.names
    if source.name == RESULTS:
        return True
    return source.name.endswith(".md") and (b"\n# aider chat started at " in b"\n" + source.head[:4096] or source.name == HISTORY)


def read(source: Source) -> Iterator[Record]:
    """The sessions of a history, or the run of a benchmark folder with its history."""
    if source.is_dir:
        yield from _benchmark(source)
    elif source.name == RESULTS:
        yield from _benchmark(Source(source.path.parent, source.display.removesuffix(f"/{RESULTS}"), is_dir=True))
    else:
        yield from _history(source)


def _history(source: Source) -> Iterator[Record]:
    try:
        text = files.decode(files.read_bytes(source.path))
    except BadInput as error:
        yield files.problem(source.display, error)
        return
    starts = list(_START.finditer(text))
    names, base = Names(), stem(source.path)
    if base == ".aider.chat.history" and source.path.parent.name:
        base = source.path.parent.name
    if not starts:
        yield from _session(Session(Run(base, "", agent="aider", source=source.display, format=NAME)), text, 1)
    line = 1
    position = 0
    for index, start in enumerate(starts):
        line += text.count("\n", position, start.end())
        position = start.end()
        end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        body = text[start.end() : end]
        run_id = names.unique(f"{base}/{start[1].replace(' ', 'T')}", body)
        yield from _session(Session(Run(run_id, "", agent="aider", started_at=start[1].replace(" ", "T"), source=source.display, format=NAME)), body, line)


def _session(session: Session, text: str, first: int) -> Iterator[Record]:
    read_into(session, text, first)
    yield from session.finish()


def read_into(session: Session, text: str, first: int) -> None:
    """Take the lines of one session, with the number of its first line in the file."""
    kind, held, begun = "", list[str](), first
    asked = False
    edits: list[str] = []
    for number_, line in enumerate(text.split("\n"), first):
        if line.startswith("#### ") or line == "####":
            now, said = "user", line[5:]
            asked = True
        elif line.startswith("> ") or line == ">":
            now, said = "aider", line[2:]
        elif not line.strip() and kind != "assistant":
            continue  # blank lines separate blocks; inside the model's text they are part of it
        else:
            now, said = ("assistant" if asked else "aider"), line
        if now != kind:
            _flush(session, kind, held, begun, edits)
            kind, held, begun = now, [], number_
        held.append(said.rstrip())
    _flush(session, kind, held, begun, edits)
    if edits:
        session.run = session.run._replace(changed_files=dumps(sorted(set(edits))))


def _flush(session: Session, kind: str, lines: list[str], number_: int, edits: list[str]) -> None:
    text = "\n".join(lines).strip()
    if not text:
        return
    if kind in ("user", "assistant"):
        session.feed({"role": kind, "content": text}, number_)
        return
    session.say("lines", text, channel="agent_stdout", line=number_)
    for line in lines:
        _printed(session, line, number_, edits)


def _printed(session: Session, line: str, number_: int, edits: list[str]) -> None:
    """What a line that aider printed tells: tokens, an edit, an error, a retry, the model."""
    if used := _USED.match(line):
        chat = session.chat
        chat.tokens_in = (chat.tokens_in or 0) + _count(used[1], used[2])
        chat.tokens_out = (chat.tokens_out or 0) + _count(used[3], used[4])
        if used[5]:
            session.run = session.run._replace(cost_usd=number(float(used[5].replace(",", "") or 0)) if used[5].replace(",", "").replace(".", "", 1).isdigit() else None)
    elif edit := _EDIT.match(line):
        edits.append(edit[1])
    elif _RETRY.match(line):
        session.say("retry", line, retry=True, line=number_)
    elif error := _ERROR.match(line):
        session.say(error[1], line, line=number_)
    elif model := _MODEL.match(line):
        session.set(model=model[1])


def _count(digits: str, unit: str | None) -> int:
    plain = digits.replace(",", "").rstrip(".")
    value = float(plain) if plain.replace(".", "", 1).isdigit() else 0.0
    return int(value * {"k": 1000, "M": 1_000_000}.get(unit or "", 1))


def _benchmark(source: Source) -> Iterator[Record]:
    try:
        value = sub(files.read_json(source.path / RESULTS))
    except BadInput as error:
        yield files.problem(f"{source.display}/{RESULTS}", error)
        return
    folders = text_field(value, "testdir") or str(source.path)
    parts = [part for part in re.split(r"[\\/]", folders) if part]
    case = text_field(value, "testcase") or (parts[-1] if parts else source.name)
    language = parts[parts.index("exercises") - 1] if "exercises" in parts and parts.index("exercises") > 0 else None
    suite = parts[parts.index("exercises") - 2] if language and parts.index("exercises") > 1 else None
    task = f"{language}/{case}" if language else case
    tries = [outcome for outcome in listed(value.get("tests_outcomes")) if isinstance(outcome, bool)]
    session = Session(
        Run(
            "/".join(part for part in (suite, task) if part),
            task,
            suite=suite,
            model=text_field(value, "model"),
            agent="aider",
            passed=any(tries) if tries else None,
            score=float(any(tries)) if tries else None,
            exit_status=text_field(value, "exception"),
            duration_s=number(value.get("duration")),
            tokens_in=integer(value.get("prompt_tokens")),
            tokens_out=integer(value.get("completion_tokens")),
            cost_usd=number(value.get("cost")),
            source=source.display,
            format=NAME,
            meta=dumps({key: item for key, item in value.items() if isinstance(item, (int, float, bool)) or key in ("edit_format", "commit_hash")}),
        )
    )
    if HISTORY in source.names:
        session.chat.file = HISTORY
        try:
            read_into(session, files.read_text(source.path / HISTORY), 1)
        except BadInput as error:
            session.problems.append(files.problem(f"{source.display}/{HISTORY}", error))
    if value.get("exception"):
        session.events.append(Event("", 0, "agent", "harness_exception", "exception", None, files.string(value["exception"]) or "", is_terminal=True))
    windows = integer(value.get("num_exhausted_context_windows"))
    if windows:
        session.events.append(Event("", 0, "agent", "limit", "limit", "context", f"num_exhausted_context_windows: {windows}"))
    timeouts = integer(value.get("test_timeouts"))
    if timeouts:
        session.events.append(Event("", 0, "grader", "grader_result", "error", None, f"test_timeouts: {timeouts}"))
    yield from session.finish()
    for index, outcome in enumerate(tries):
        yield Check(session.run.run_id, index, f"tests, try {index + 1}", "passed" if outcome else "failed")
