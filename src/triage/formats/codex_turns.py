"""Builds the records of one Codex conversation: items of a model's turn become one assistant step with its calls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats.chat_parts import media
from triage.formats.files import dumps, integer, loads, number, strip_base64
from triage.formats.rows import sub
from triage.formats.stamps import seconds_between
from triage.model import Event, Problem, Record, Run, Step, Task, ToolCall

_INJECTED = (
    "<environment_context>",
    "# AGENTS.md instructions",
    "<permissions instructions>",
    "<user_instructions>",
    "<INSTRUCTIONS>",
    "<turn_aborted>",
    "<skill",
    "<collaboration_mode>",
)
_EXIT = re.compile(r"(?:Exit code: |Process exited with code |exited with code )(-?\d{1,10})")
_WALL = re.compile(r"Wall time: ([\d.]{1,20}) seconds")


class Turns:
    """Feed items in file order; `records` yields everything. `branch` and `at` hold for what is fed next."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.file: str | None = None
        self.branch: str | None = None
        self.at: str | None = None
        self.line: int | None = None
        self.steps: list[Step] = []
        self.calls: list[ToolCall] = []
        self.events: list[Event] = []
        self.problems: list[Problem] = []
        self.unknown: Counter[str] = Counter()
        self.models: Counter[str] = Counter()
        self.model: str | None = None
        self.prompt: str | None = None
        self.times: list[str] = []
        self.turns: list[int] = []
        """Steps at which a person's message starts a turn."""
        self._open: int | None = None
        self._pending: dict[str, int] = {}

    def close(self) -> None:
        """The next item of the model starts a new step."""
        self._open = None

    def _add(self, role: str, text: str, **more: Any) -> int:
        number = len(self.steps)
        self.steps.append(Step(self.run.run_id, number, role, text, at=self.at, branch=self.branch, file=self.file, line=self.line, **more))
        return number

    def _assistant(self, *, fresh: bool) -> int:
        """The open assistant step, or a new one; `fresh` where what comes can't belong to a step with words or calls."""
        if self._open is not None:
            step = self.steps[self._open]
            if not fresh or not (step.text or (self.calls and self.calls[-1].step == step.step)):
                return self._open
        if self.model and self.branch is None:
            self.models[self.model] += 1
        self._open = self._add("assistant", "", model=self.model)
        return self._open

    def message(self, role: object, text: str) -> None:
        """A message of a person, of the program (system, developer) or of the model."""
        if role == "assistant":
            if text:
                at = self._assistant(fresh=True)
                self.steps[at] = self.steps[at]._replace(text=text)
            return
        self.close()
        if not text:
            return
        injected = text.lstrip().startswith(_INJECTED)
        kind = "user" if role == "user" else "system" if role in ("system", "developer") else "user"
        step = self._add(kind, strip_base64(text), synthetic=injected and kind == "user")
        if kind == "user" and not injected and self.branch is None:
            self.turns.append(step)
            if self.prompt is None:
                self.prompt = text

    def reasoning(self, text: str) -> None:
        """A summary of the model's reasoning; it belongs to what comes next."""
        if not text:
            return
        at = self._assistant(fresh=True)
        before = self.steps[at].reasoning
        self.steps[at] = self.steps[at]._replace(reasoning=f"{before}\n{text}" if before else text)

    def call(self, name: str, arguments: object, call_id: object) -> int:
        """A tool call; its number."""
        step = self._assistant(fresh=False)
        own = call_id if isinstance(call_id, str) else None
        given = None if arguments is None else arguments if isinstance(arguments, str) else dumps(arguments)
        index = len(self.calls)
        if own:
            self._pending[own] = index
        self.calls.append(ToolCall(self.run.run_id, step, index, name, given, call_id=own))
        return index

    def last_call(self) -> str | None:
        """Id of the call that waits longest for its result."""
        return next(iter(self._pending), None)

    def result(self, call_id: object, output: object) -> None:
        """The output of a call: text, a list of parts, or an object; often JSON text with an exit code beside it."""
        text, code, duration, failed = _output(output)
        self.close()
        index = self._pending.pop(call_id, None) if isinstance(call_id, str) else None
        step = self._add("tool", "" if index is not None else text)
        if index is None:
            return
        call = self.calls[index]
        if duration is None:
            duration = seconds_between(self.steps[call.step].at, self.at)
        self.calls[index] = call._replace(result=text, is_error=failed, exit_code=code, result_step=step, duration_s=duration)

    def finish_call(self, index: int, text: str | None, *, failed: bool | None, code: int | None = None) -> None:
        """Give a call its result where the record of the call holds it."""
        self.calls[index] = self.calls[index]._replace(result=text, is_error=failed, exit_code=code)

    def tokens(self, usage: dict[str, Any]) -> None:
        """Usage of the last call of the model."""
        for step in reversed(self.steps[-6:]):
            if step.role == "assistant":
                self.steps[step.step] = step._replace(tokens_in=integer(usage.get("input_tokens")), tokens_out=integer(usage.get("output_tokens")))
                return

    def roll_back(self, turns: int) -> None:
        """The last turns were taken back."""
        if turns <= 0 or not self.turns:
            return
        start = self.turns[-min(turns, len(self.turns))]
        del self.turns[-turns:]
        self.steps[start:] = [step._replace(branch=step.branch or "abandoned") for step in self.steps[start:]]
        self.close()

    def say(self, kind: str, text: str, *, channel: str = "agent_event", code: str | None = None, retry: bool = False) -> None:
        """What the program itself wrote."""
        step = len(self.steps) - 1
        self.events.append(
            Event(self.run.run_id, len(self.events), "agent", channel, kind, code, text, retry, step=step if step >= 0 else None, at=self.at, file=self.file, line=self.line)
        )

    def records(self) -> Iterator[Record]:
        """Task, run, steps, calls, events, problems."""
        last_answer, answer = -1, None
        for step in self.steps:
            if step.role == "assistant" and step.branch is None:
                last_answer, answer = step.step, step.text or answer
        started, ended = (min(self.times), max(self.times)) if self.times else (None, None)
        run = self.run
        run = run._replace(
            model=run.model or (self.models.most_common(1)[0][0] if self.models else self.model),
            started_at=run.started_at or started,
            ended_at=run.ended_at or ended,
            duration_s=run.duration_s if run.duration_s is not None else seconds_between(run.started_at or started, ended),
            final_answer=run.final_answer or answer,
            has_transcript=bool(self.steps),
        )
        if self.prompt:
            yield Task(run.task_id, run.task_version, suite=run.suite, prompt=self.prompt, origin="run", path=run.source, format=run.format)
        yield run
        yield from self.steps
        yield from self.calls
        good = max((event.seq for event in self.events if event.code == "success"), default=-1)
        for event in self.events:
            after = event.step if event.step is not None else -1
            yield event._replace(is_terminal=not event.is_retry and after >= last_answer and event.seq >= good and event.type not in ("compacted", "warning"))
        for problem in self.problems:
            yield problem._replace(run_id=run.run_id)
        for name, count in self.unknown.items():
            yield Problem(run.source, "unknown_record", name, None, "a record of Codex", "note", count, run.run_id)


def text_of_parts(content: object) -> str:
    """Text of a message's content."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict):
            text = part.get("text")
            texts.append(text if isinstance(text, str) else media(part) if "image" in str(part.get("type")) else "")
    return "\n".join(text for text in texts if text)


def _output(output: object) -> tuple[str, int | None, float | None, bool | None]:
    """Text, exit code, seconds and whether it failed."""
    code = duration = None
    failed: bool | None = None
    if isinstance(output, dict):
        success = output.get("success")
        failed = not success if isinstance(success, bool) else None
        output = output.get("content", output.get("output", dumps(output)))
    text = output if isinstance(output, str) else text_of_parts(output)
    if text.startswith('{"') and '"metadata"' in text:
        try:
            inner = loads(text)
        except BadInput:
            inner = None
        if isinstance(inner, dict) and isinstance(inner.get("output"), str):
            text = inner["output"]
            code, duration = integer(sub(inner, "metadata").get("exit_code")), number(sub(inner, "metadata").get("duration_seconds"))
    if code is None:
        head = text[:400]
        found, wall = _EXIT.search(head), _WALL.search(head)
        code = int(found[1]) if found else None
        try:
            duration = float(wall[1]) if wall else duration
        except ValueError:
            duration = None
    if code is not None:
        failed = code != 0
    elif failed is None and text.startswith(("execution error", "failed in sandbox", "exec_command failed", "apply_patch verification failed")):
        failed = True
    return strip_base64(text), code, duration, failed
