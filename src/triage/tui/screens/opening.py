"""Opening things beside the transcript: prompt, grader's log, raw record, task files, editor, pager, a second run."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import subprocess
import tempfile
from itertools import takewhile
from pathlib import Path

import orjson
from textual import work

from triage.errors import TriageError
from triage.model import Event
from triage.store.review_rows import RunView, TaskFileRow
from triage.tui.cells import literal
from triage.tui.data import Reviews
from triage.tui.document import View, build
from triage.tui.keys import Action
from triage.tui.messages import ReadFailed
from triage.tui.screens.compare import Compare
from triage.tui.screens.menu import Menu
from triage.tui.screens.page import Page
from triage.tui.screens.reading import Reading
from triage.tui.session import Session

COPY = 100_000
"""Most characters that are copied: terminals cut longer ones."""

ENTRIES = [
    ("p", "prompt"),
    ("g", "grader's log"),
    ("c", "checks, with all they said"),
    ("f", "findings, with their evidence"),
    ("t", "task files"),
    ("h", "what the harness and the agent program said"),
    ("e", "the record in $EDITOR"),
    ("l", "the transcript in $PAGER"),
]
PRINTED = ("grader_stdout", "harness_log", "build_log", "agent_stdout", "agent_stderr")
"""Channels whose events are plain lines."""


class Opening(Reading):
    """Actions that open a page over the review."""

    reviews: Reviews
    session: Session
    actions: dict[str, Action]

    def action_prompt(self) -> None:
        """The prompt."""
        if self.run_view is not None:
            self.app.push_screen(Page.of_text("prompt", self.run_view.prompt or "No prompt was recorded."))

    def action_raw(self) -> None:
        """The step as it stands in the store: every field."""
        run = self.run_view
        if run is None or not self.document.steps:
            return
        number = self.document.steps[self._here()]
        rows = [s._asdict() for s in run.steps if s.step == number] + [c._asdict() for c in run.calls if number in (c.step, c.result_step)]
        text = "\n".join(json.dumps(r, indent=2, ensure_ascii=False) for r in rows)
        where = next((f"{s.file or run.row.source} {s.line if s.line is not None else ''}" for s in run.steps if s.step == number), "")
        self.app.push_screen(Page.of_text(f"step {number} as recorded · {where}", text))

    def action_open(self) -> None:
        """Ask what to open."""
        self.app.push_screen(Menu("open", [entry for entry in ENTRIES if entry[0] != "f" or not self.blind_now]), self._opened)

    def _opened(self, key: str | None) -> None:
        run = self.run_view
        if run is None or key is None:
            return
        if key == "p":
            self.action_prompt()
        elif key == "g":
            log = events_text([e for e in run.events if e.phase == "grader"])
            self.app.push_screen(Page.of_text("grader's log", log or "The grader printed nothing that was recorded."))
        elif key == "h":
            log = events_text([e for e in run.events if e.phase != "grader"])
            self.app.push_screen(Page.of_text("harness and agent program", log or "Nothing was recorded."))
        elif key == "c":
            self.app.push_screen(Page("checks", check_lines(run)))
        elif key == "f":
            self.app.push_screen(Page.of_text("findings", findings_text(run)))
        elif key == "t":
            self.list_task_files(run)
        elif key == "e":
            self._outside("EDITOR", run)
        else:
            self._outside("PAGER", run)

    @work(thread=True, group="files", exit_on_error=False)
    def list_task_files(self, run: RunView) -> None:
        """Read the task's files, then ask which."""
        try:
            files = self.reviews.task_files(run.row.task_id, run.row.task_version)
        except TriageError as error:
            self.post_message(ReadFailed(str(error)))
            return
        self.app.call_from_thread(self._pick_file, files)

    def _pick_file(self, files: list[TaskFileRow]) -> None:
        if not files:
            self.bar.say("no task folder was ingested for this task")
            return
        keys = "123456789abcdefghijklmnopqrstuvwxyz"
        shown = dict(zip(keys, files, strict=False))

        def picked(key: str | None) -> None:
            if key in shown:
                file = shown[key]
                text = file.text if file.text is not None else f"not text, or too large: {file.bytes:,} bytes"
                self.app.push_screen(Page.of_text(f"{file.area}/{file.path}", text))

        title = "task files" if len(files) <= len(keys) else f"task files, the first {len(keys)} of {len(files)}"
        self.app.push_screen(Menu(title, [(k, f"{f.area}/{f.path}") for k, f in shown.items()]), picked)

    def _outside(self, variable: str, run: RunView) -> None:
        """Run $EDITOR on the record itself where it is one file, $PAGER on the harmless transcript."""
        program = os.environ.get(variable) or ("vi" if variable == "EDITOR" else "less")
        source = Path(run.row.source)
        with contextlib.ExitStack() as stack:
            if variable == "EDITOR" and source.is_file():
                path = str(source)
            else:
                file = stack.enter_context(tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8", errors="replace"))
                file.write("\n".join(build(run, View(all_unfolded=True)).texts))
                file.flush()
                path = file.name
            try:
                with self.app.suspend():
                    subprocess.run([*shlex.split(program), path], check=False)
            except (OSError, ValueError) as error:
                self.bar.say(f"{program} can't be run: {error}; set {variable}")
            except Exception as error:  # a terminal that can't be given away, e.g. in a browser
                self.bar.say(f"no other program can be run here: {error}")
        self.app.refresh()

    def copy_step(self) -> None:
        """Copy the text of the step to the clipboard of the terminal."""
        run = self.run_view
        if run is None or not self.document.steps:
            return
        number = self.document.steps[self._here()]
        parts = [s.text for s in run.steps if s.step == number] + [f"{c.name} {c.arguments or ''}\n{c.result or ''}" for c in run.calls if c.step == number]
        text = literal("\n".join(p for p in parts if p))[:COPY]
        self.app.copy_to_clipboard(text)
        self.bar.say(f"copied: step {number}, {len(text):,} characters")

    def action_compare(self) -> None:
        """The nearest passing run of the task beside this one."""
        if self.run_view is not None:
            self.bar.say("looking for a passing run …")
            self.read_pass(self.run_view)

    @work(thread=True, exclusive=True, group="compare", exit_on_error=False)
    def read_pass(self, run: RunView) -> None:
        """Read the nearest passing run."""
        try:
            other_id = self.reviews.nearest_pass(run.row.run_id)
            other = self.reviews.open_run(other_id) if other_id else None
        except TriageError as error:
            self.post_message(ReadFailed(str(error)))
            return
        self.app.call_from_thread(self._show_pair, run, other)

    def _show_pair(self, run: RunView, other: RunView | None) -> None:
        if other is None:
            self.bar.say("no run of this task passed")
        else:
            self.bar.say("")
            self.app.push_screen(Compare((run, build(run)), (other, build(other)), blind=self.blind_now))

    def action_help(self) -> None:
        """Keys, and the definitions of the labels."""
        lines: list[tuple[str, str]] = []
        actions = list(self.actions.values())
        for group in dict.fromkeys(a.group for a in actions):
            lines += [("", "prose"), (group, "title")]
            members = [a for a in actions if a.group == group]
            for n, action in enumerate(members):
                if not action.help:
                    continue
                others = [a.badge for a in takewhile(lambda a: not a.help, members[n + 1 :])]
                lines.append((f"  {' '.join([action.badge, *others]):<10} {action.help}", "prose"))
        lines += [("  ^p         commands, themes", "prose"), ("", "prose"), ("Labels", "title")]
        for choice in self.session.choices:
            told = (f"  {choice.key}  {choice.verdict}: {choice.title}", "key"), (f"       {choice.when}", "prose"), (f"       Not: {choice.when_not}", "note")
            lines += [(literal(text), kind) for text, kind in told]
        self.app.push_screen(Page("keys and labels", lines))


def events_text(events: list[Event]) -> str:
    """What was printed and recorded, in order."""
    return "\n".join(e.text if e.channel in PRINTED else f"[{e.channel} {e.type} {e.code or ''}] {e.text}" for e in events)


def check_lines(run: RunView) -> list[tuple[str, str]]:
    """Every check with all it said."""
    lines = []
    for check in run.checks:
        bad = check.status in ("failed", "error")
        lines.append((literal(f"{'✗' if bad else '✓' if check.status == 'passed' else '-'} {check.check_name}".replace("\n", " ")), "bad" if bad else "good"))
        told = [("expected", check.expected), ("got", check.actual), ("", check.message), ("", check.trace)] if bad else []
        for name, text in told:
            if text:
                lines += [(f"    {name + ': ' if name else ''}{line}", "result") for line in literal(text).split("\n")]
    return lines or [("The grader named no check.", "note")]


def findings_text(run: RunView) -> str:
    """Every finding with its explanation and quotes."""
    parts = []
    for finding in run.findings:
        parts.append(f"{finding.kind}  {finding.severity}  {finding.confidence:.2f}  {finding.title}\n{finding.explanation}\n")
        try:
            places = orjson.loads(finding.evidence or "[]")
        except orjson.JSONDecodeError:
            places = []
        for place in places if isinstance(places, list) else []:
            if isinstance(place, dict):
                where = " ".join(str(place.get(k)) for k in ("run_id", "channel", "file", "line") if place.get(k) is not None)
                step = "" if place.get("step") is None else f"step {place['step']} "
                parts.append(f"    {step}{where}\n        {place.get('quote') or ''}\n")
        parts.append("")
    return "\n".join(parts) or "Nothing was found."
