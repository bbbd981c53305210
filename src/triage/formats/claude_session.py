"""Builds the records of one Claude Code conversation from its message lines: session files and stream-json share it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from triage.formats.chat_parts import media
from triage.formats.claude_message import OpenMessage, result_text
from triage.formats.files import dumps, integer, strip_base64
from triage.formats.stamps import seconds_between
from triage.model import Event, Problem, Record, Run, Step, Task, ToolCall

SYNTHETIC = "<synthetic>"
_GIVEN = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
INTERRUPT = "[Request interrupted by user"
_WRAPPERS = ("<command-", "<local-command-", "Caveat:", "<bash-", "<system-reminder>", "<task-notification>", "<user-memory-input>")


class Builder:
    """Takes message lines in file order; `records` yields the Task, the Run and everything of it.

    file: name of the file whose lines come now, null for the main one.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self.file: str | None = None
        self.steps: list[Step | OpenMessage] = []
        self.calls: list[ToolCall] = []
        self.events: list[Event] = []
        self.problems: list[Problem] = []
        self.unknown: Counter[str] = Counter()
        self.models: Counter[str] = Counter()
        self.prompt: str | None = None
        self.first_at: str | None = None
        self.last_at: str | None = None
        self.last_answer = -1
        self._open: dict[str, OpenMessage] = {}
        self._pending: dict[str, tuple[int, str | None]] = {}

    def assistant(self, line: dict[str, Any], number: int | None, branch: str | None, at: str | None) -> None:
        """One line of a message of the model, or of one that the program wrote in its name."""
        message = line.get("message")
        if not isinstance(message, dict):
            self.unknown["assistant line without a message"] += 1
            return
        self._time(at)
        own = message.get("id")
        key = own if isinstance(own, str) and own else None
        step = self._open.get(key) if key else None
        if step is None:
            step = OpenMessage(len(self.steps), branch, at, self.file, number)
            self.steps.append(step)
            if key:
                self._open[key] = step
        model, usage, reason, content = message.get("model"), message.get("usage"), message.get("stop_reason"), message.get("content")
        if isinstance(model, str):
            step.model = model
            step.synthetic = step.synthetic or model == SYNTHETIC
        flag = line.get("isApiErrorMessage", line.get("is_api_error_message"))
        if flag is True:
            step.synthetic = True
        if usage is not None:
            self._usage(step, usage)
        if isinstance(reason, str):
            step.reason = reason
        if isinstance(content, str):
            if content:
                step.text.append(content)
        elif isinstance(content, list):
            for block in content:
                self._block(block, step)
        elif content is not None:
            self.unknown[f"content that is {type(content).__name__}"] += 1
        if step.synthetic:
            self._synthetic(line, step, flag, number, at)
        elif branch is None and (step.text or content) and step.step > self.last_answer:
            self.last_answer = step.step

    def _block(self, block: object, step: OpenMessage) -> None:
        if not isinstance(block, dict):
            if isinstance(block, str):
                step.text.append(block)
            return
        kind = block.get("type")
        if kind == "tool_use" or kind == "server_tool_use" or kind == "mcp_tool_use":
            name, own = block.get("name"), block.get("id")
            given = block.get("input")
            call_id = own if isinstance(own, str) else None
            text = None if given is None else given if isinstance(given, str) else dumps(given)
            if call_id:
                self._pending[call_id] = (len(self.calls), step.at)
            self.calls.append(ToolCall(self.run.run_id, step.step, len(self.calls), name if isinstance(name, str) else str(name), text, call_id=call_id))
        elif kind == "text":
            text = block.get("text")
            if isinstance(text, str) and text:
                step.text.append(text)
        elif kind == "thinking":
            text = block.get("thinking")
            if isinstance(text, str) and text:
                step.reasoning.append(text)
        elif kind in ("web_search_tool_result", "tool_result", "mcp_tool_result", "code_execution_tool_result"):
            self._result(block, None, None)
        elif kind == "image" or kind == "document":
            step.text.append(media(block))
        elif kind not in ("redacted_thinking", "fallback"):
            self.unknown[f"content block {str(kind)[:60]}"] += 1

    def _usage(self, step: OpenMessage, usage: object) -> None:
        """Counts are repeated on every line of a message, and are stubs on the early ones: the largest is right."""
        if not isinstance(usage, dict):
            return
        get = usage.get
        counts = [count for key in _GIVEN if (count := integer(get(key))) is not None]
        if counts:
            given, before = sum(counts), step.tokens_in
            if before is None or given > before:
                step.tokens_in = max(given, 0)
        out, before = integer(get("output_tokens")), step.tokens_out
        if out is not None and (before is None or out > before):
            step.tokens_out = max(out, 0)

    def _synthetic(self, line: dict[str, Any], step: OpenMessage, flag: object, number: int | None, at: str | None) -> None:
        text = "\n".join(step.text)
        error = line.get("error")
        if flag is not True and error is None and not text.startswith(("API Error", "Credit balance", "Prompt is too long")):
            return
        status = line.get("apiErrorStatus")
        code = str(status) if isinstance(status, (int, str)) and not isinstance(status, bool) else error if isinstance(error, str) else None
        self.say("message", text, channel="synthetic_message", code=code, at=at, line=number, step=step.step)

    def user(self, line: dict[str, Any], number: int | None, branch: str | None, at: str | None) -> None:
        """One line of the user: a prompt, tool results, an interrupt or a compaction summary."""
        message = line.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        self._time(at)
        run_id = self.run.run_id
        texts: list[str] = []
        if isinstance(content, str):
            texts.append(content)
        elif isinstance(content, list):
            for block in content:
                kind = block.get("type") if isinstance(block, dict) else None
                if isinstance(block, str):
                    texts.append(block)
                elif kind == "tool_result":
                    step = len(self.steps)
                    orphan = self._result(block, step, at)
                    self.steps.append(Step(run_id, step, "tool", orphan, None, None, at, None, None, None, False, branch, self.file, number))
                elif kind == "text":
                    text = block.get("text")
                    if isinstance(text, str):
                        texts.append(text)
                elif kind in ("image", "document"):
                    texts.append(media(block))
                else:
                    self.unknown[f"content block {str(kind)[:60]}"] += 1
        else:
            self.unknown["user line without content"] += 1
        text = "\n".join(texts) if texts else ""
        if not text:
            return
        if line.get("isCompactSummary") is True:
            branch = "summary"
        interrupt = text.startswith(INTERRUPT)
        meta = line.get("isMeta") is True
        if self.prompt is None and branch is None and not interrupt and not meta and not text.startswith(_WRAPPERS):
            self.prompt = text
        step = len(self.steps)
        self.steps.append(Step(run_id, step, "user", strip_base64(text), at=at, synthetic=interrupt or meta, branch=branch, file=self.file, line=number))
        if interrupt:
            self.say("interrupted", text, at=at, line=number, step=step)

    def _result(self, block: dict[str, Any], step: int | None, at: str | None) -> str:
        """Attach a result to its call; the text comes back where there is no such call."""
        content = block.get("content")
        text = content if isinstance(content, str) else result_text(content)
        if "base64," in text:
            text = strip_base64(text)
        own = block.get("tool_use_id")
        found = self._pending.pop(own, None) if isinstance(own, str) else None
        if found is None:
            return text
        index, made = found
        error = block.get("is_error")
        code = None
        if error is True and text.startswith("Exit code "):
            word = text[10:22].split("\n", 1)[0].strip()
            code = int(word) if word.lstrip("-").isdigit() and word.isascii() else None
        call = self.calls[index]
        flag = error if isinstance(error, bool) else None
        self.calls[index] = ToolCall(call.run_id, call.step, call.call, call.name, call.arguments, text, flag, code, step, own, seconds_between(made, at))
        return ""

    def say(
        self,
        kind: str,
        text: str,
        *,
        channel: str = "agent_event",
        code: str | None = None,
        retry: bool = False,
        at: str | None = None,
        line: int | None = None,
        step: int | None = None,
    ) -> None:
        """What the program itself wrote; it stands after the last step unless `step` says else."""
        after = step if step is not None else len(self.steps) - 1
        self.events.append(
            Event(self.run.run_id, len(self.events), "agent", channel, kind, code, text, retry, step=after if after >= 0 else None, at=at, file=self.file, line=line)
        )

    def enter(self, file: str | None) -> None:
        """The lines of another file come now: the ids of its messages are its own."""
        self.file, self._open = file, {}

    def _time(self, at: str | None) -> None:
        if at is not None:
            if self.last_at is None or self.first_at is None:
                self.first_at = self.last_at = at
            elif at > self.last_at:  # as nearly always
                self.last_at = at
            elif at < self.first_at:
                self.first_at = at

    def records(self) -> Iterator[Record]:
        """Task, run, steps, calls, events and problems. Tokens are counted once a message."""
        run_id = self.run.run_id
        steps = [step if isinstance(step, Step) else step.row(run_id) for step in self.steps]
        models, tokens_in, tokens_out, answer = Counter[str](), None, None, None
        for step in steps:
            if step.role != "assistant":
                continue
            if step.model and not step.synthetic:
                models[step.model] += step.branch is None or not models
            if step.tokens_in is not None and not step.synthetic:
                tokens_in = (tokens_in or 0) + step.tokens_in
            if step.tokens_out is not None and not step.synthetic:
                tokens_out = (tokens_out or 0) + step.tokens_out
            if step.branch is None and step.text and not step.synthetic:
                answer = step.text
        run = self.run
        run = run._replace(
            model=run.model or (models.most_common(1)[0][0] if models else None),
            started_at=run.started_at or self.first_at,
            ended_at=run.ended_at or self.last_at,
            duration_s=run.duration_s if run.duration_s is not None else seconds_between(self.first_at, self.last_at),
            tokens_in=tokens_in if run.tokens_in is None else run.tokens_in,
            tokens_out=tokens_out if run.tokens_out is None else run.tokens_out,
            final_answer=run.final_answer if run.final_answer is not None else answer,
            has_transcript=bool(steps),
        )
        if self.prompt:
            yield Task(run.task_id, run.task_version, suite=run.suite, prompt=self.prompt, origin="run", path=run.source, format=run.format)
        yield run
        yield from steps
        yield from self.calls
        for event in self.events:
            last = not event.is_retry and (event.step if event.step is not None else -1) >= self.last_answer
            yield event._replace(is_terminal=last and event.type not in ("compact_boundary", "rate_limit_event", "init"))
        for problem in self.problems:
            yield problem._replace(run_id=run_id)
        for name, count in self.unknown.items():
            yield Problem(run.source, "unknown_record", name, None, "a line of a Claude Code session", "note", count, run_id)
