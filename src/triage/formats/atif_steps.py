"""Steps of ATIF trajectories as rows. Results stand inside the step that made the call."""

from __future__ import annotations

from typing import Any

from triage.formats.files import dumps, integer, number, string, strip_base64
from triage.formats.stamps import iso
from triage.model import Event, Problem, Step, ToolCall

_ROLES = {"system": "system", "user": "user", "agent": "assistant", "assistant": "assistant"}

_End = tuple[str | None, bool | None, int | None, float | None]
"""How a call ended: its result, whether it failed, exit code, seconds."""
_OPEN: _End = (None, None, None, None)


class Trajectory:
    """Collects the rows of one run from one or more ATIF documents."""

    def __init__(self, run_id: str) -> None:
        self.run_id = run_id
        self.steps: list[Step] = []
        self.calls: list[ToolCall] = []
        self.events: list[Event] = []
        self.problems: list[Problem] = []
        self.read = self.truncated = False
        self.session_id: str | None = None
        self.agent: str | None = None
        self.model: str | None = None
        self.tokens_in: int | None = None
        self.tokens_out: int | None = None
        self.cost: float | None = None
        self.extra: dict[str, Any] = {}
        self.prompt: str | None = None
        self.last_word = -1
        self._references: list[str] = []

    def ended(self) -> list[Event]:
        """The events; those after which the model spoke no more are terminal."""
        return [event._replace(is_terminal=(event.step or 0) > self.last_word) for event in self.events]

    @property
    def first_at(self) -> str | None:
        """Time of the first step that has one."""
        return next((step.at for step in self.steps if step.at), None)

    @property
    def last_at(self) -> str | None:
        """Time of the last step that has one."""
        return next((step.at for step in reversed(self.steps) if step.at), None)

    @property
    def final_answer(self) -> str | None:
        """The agent's last words on the main path."""
        return next((step.text for step in reversed(self.steps) if step.role == "assistant" and step.branch is None and step.text), None)

    def take_references(self) -> list[str]:
        """Files of subagents named since the last call."""
        found, self._references = self._references, []
        return found

    def add(self, root: dict[str, Any], file: str | None, branch: str | None, display: str) -> None:
        """One document. `branch` is None for the main path."""
        self.read = True
        agent = root.get("agent")
        agent = agent if isinstance(agent, dict) else {}
        model = string(agent.get("model_name"))
        if branch is None:
            self.session_id = self.session_id or string(root.get("trajectory_id")) or string(root.get("session_id"))
            self.agent = self.agent or string(agent.get("name"))
            self.model = self.model or model
            if isinstance(root.get("extra"), dict):
                self.extra = {**root["extra"], **self.extra}
            self._totals(root.get("final_metrics"))
        unknown = 0
        before = len(self.steps)
        for index, raw in enumerate(root["steps"]):
            if not isinstance(raw, dict):
                unknown += 1
            elif raw.get("is_copied_context") is not True:
                unknown += self._step(raw, index, file, branch, model)
        if unknown:
            self.problems.append(Problem(display, "unknown_record", "steps of an unknown source", None, "source is system, user or agent", "note", unknown))
        if branch is None and self.tokens_out is None:
            self._sum(before)
        for number_, child in enumerate(root["subagent_trajectories"] if isinstance(root.get("subagent_trajectories"), list) else ()):
            if isinstance(child, dict) and isinstance(child.get("steps"), list):
                key = string(child.get("trajectory_id")) or string(child.get("session_id")) or str(number_)
                self.add(child, file, f"subagent:{key}", display)

    def _totals(self, metrics: Any) -> None:
        """Totals of a document: the last one's count for all; 0 means that they were not counted."""
        if isinstance(metrics, dict):
            self.tokens_in = integer(metrics.get("total_prompt_tokens")) or self.tokens_in
            self.tokens_out = integer(metrics.get("total_completion_tokens")) or self.tokens_out
            cost = number(metrics.get("total_cost_usd"))
            self.cost = cost if cost is not None else self.cost

    def _sum(self, start: int) -> None:
        main = [step for step in self.steps[start:] if step.branch is None]
        for name in ("tokens_in", "tokens_out"):
            counts = [value for step in main if (value := getattr(step, name)) is not None]
            if counts and getattr(self, name) is None:
                setattr(self, name, sum(counts) or None)

    def _step(self, raw: dict[str, Any], index: int, file: str | None, branch: str | None, default: str | None) -> int:
        source = raw.get("source")
        role = _ROLES.get(source) if isinstance(source, str) else None
        message = raw.get("message")
        text = message if isinstance(message, str) else content_text(message)
        metrics, extra, model = raw.get("metrics"), raw.get("extra"), raw.get("model_name")
        at = raw.get("timestamp")
        tokens_in = tokens_out = finish = None
        if isinstance(metrics, dict):
            tokens_in, tokens_out = integer(metrics.get("prompt_tokens")), integer(metrics.get("completion_tokens"))
        asked = raw.get("llm_call_count")
        synthetic = model == "<synthetic>" or (asked == 0 and type(asked) is int and role == "assistant")
        api_error = model == "<synthetic>"
        if isinstance(extra, dict):
            finish = string(extra.get("finish_reason") or extra.get("stop_reason"))
            if extra.get("isApiErrorMessage") is True or extra.get("is_api_error_message") is True:
                synthetic = api_error = True
        step = len(self.steps)
        reasoning = raw.get("reasoning_content")
        self.steps.append(
            Step(
                self.run_id,
                step,
                role or "assistant",
                strip_base64(text),
                reasoning if reasoning is None or isinstance(reasoning, str) else string(reasoning),
                model if isinstance(model, str) else (default if role == "assistant" else None),
                at if at is None or isinstance(at, str) else iso(at),
                tokens_in,
                tokens_out,
                finish,
                synthetic,
                branch,
                file,
                index,
            )
        )
        if self.prompt is None and role == "user" and branch is None and text:
            self.prompt = text
        if api_error:
            self.events.append(Event(self.run_id, 0, "agent", "synthetic_message", "message", None, text, step=step, file=file))
        elif role == "assistant" and branch is None:
            self.last_word = step
        calls, observation = raw.get("tool_calls"), raw.get("observation")
        if calls or observation:
            self._tools(calls, observation, step, branch, file, index)
        return role is None

    def _tools(self, calls: Any, observation: Any, step: int, branch: str | None, file: str | None, index: int) -> None:
        made = [raw for raw in calls if isinstance(raw, dict)] if isinstance(calls, list) else []
        ids = [string(raw.get("tool_call_id")) for raw in made]
        waiting: dict[str | int, int] = {}
        for place in range(len(made) - 1, -1, -1):
            key = ids[place]
            waiting[place if key is None else key] = place
        ends: dict[int, _End] = {}
        results = observation.get("results") if isinstance(observation, dict) else None
        for raw in results if isinstance(results, list) else ():
            if isinstance(raw, dict):
                self._result(raw, waiting, ends, branch, file, index)
        for place, raw in enumerate(made):
            arguments, name = raw.get("arguments"), raw.get("function_name")
            name = name if isinstance(name, str) else string(name) or ""
            arguments = arguments if isinstance(arguments, str) or arguments is None else dumps(arguments)
            text, error, exit_code, duration = ends.get(place, _OPEN)
            self.calls.append(ToolCall(self.run_id, step, len(self.calls), name, arguments, text, error, exit_code, None, ids[place], duration))

    def _result(self, raw: dict[str, Any], waiting: dict[str | int, int], ends: dict[int, _End], branch: str | None, file: str | None, index: int) -> None:
        """One result: the end of a call, or a step of its own where no call waits for it."""
        content, key, extra = raw.get("content"), raw.get("source_call_id"), raw.get("extra")
        text = content if isinstance(content, str) else content_text(content)
        references = raw.get("subagent_trajectory_ref")
        for ref in references if isinstance(references, list) else ():
            path = ref.get("trajectory_path") if isinstance(ref, dict) else None
            if isinstance(path, str) and path:
                self._references.append(path)
        # A result without an id belongs to the first call that still waits for one.
        place = waiting.pop(key, None) if isinstance(key, str) else (waiting.popitem()[1] if waiting else None)
        if place is None:
            if text:
                self.steps.append(Step(self.run_id, len(self.steps), "tool", strip_base64(text), branch=branch, file=file, line=index))
            return
        error = exit_code = duration = None
        if isinstance(extra, dict):
            flag = extra.get("is_error")
            error = flag if isinstance(flag, bool) else None
            exit_code = integer(extra["exit_code"] if "exit_code" in extra else extra.get("returncode"))
            duration = number(extra.get("duration_s", extra.get("duration_sec")))
        ends[place] = (strip_base64(text), error, exit_code, duration)


def content_text(value: Any) -> str:
    """Text of a message: parts are joined, images and sounds become a note with their path."""
    if value is None:
        return ""
    if not isinstance(value, list):
        return string(value) or ""
    parts = []
    for part in value:
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(part, dict):
            if isinstance(part.get("text"), str):
                parts.append(part["text"])
            else:
                held = part.get("source")
                path = held.get("path") if isinstance(held, dict) else None
                parts.append(f"[{string(part.get('type')) or 'part'}: {string(path) or 'no path'}]")
    return "\n".join(parts)
