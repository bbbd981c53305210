"""OpenHands events (v0 actions and observations, SDK v1 event kinds) as chat messages, and what they say about the run's end."""

from __future__ import annotations

from collections import Counter
from typing import Any

from triage.formats.chat_messages import Converter, Made
from triage.formats.chat_parts import text_of
from triage.formats.files import dumps, integer, number, strip_base64
from triage.model import Event

_SILENT = frozenset({"null", "recall", "change_agent_state", "agent_state_changed", "TokenEvent", "LLMCompletionLogEvent", "ConversationStateUpdateEvent", "CondensationRequest"})
_ENDED = frozenset({"error", "stuck", "stopped", "finished", "rejected", "rate_limited", "paused", "STUCK", "ERROR", "FINISHED"})


class Events:
    """Feeds OpenHands events to a converter, and gathers events, end state, tokens and cost."""

    def __init__(self, converter: Converter) -> None:
        self.chat = converter
        self.events: list[Event] = []
        self.state: str | None = None
        self.tokens: tuple[int | None, int | None] = (None, None)
        self.cost: float | None = None
        self.skipped: Counter[str] = Counter()
        self._responses: set[str] = set()
        self._calls: dict[Any, str] = {}

    def feed(self, event: object, line: int) -> list[Made]:
        """Records of one event; a pair of action and observation counts as two."""
        if isinstance(event, list):
            return [record for part in event for record in self.feed(part, line)]
        if not isinstance(event, dict):
            self.chat.unknown[f"event that is {type(event).__name__}"] += 1
            return []
        if isinstance(event.get("kind"), str):
            return self._kind(event["kind"], event, line)
        if "observation" in event:
            return self._observation(event, line)
        if "action" in event:
            return self._action(event, line)
        self.chat.unknown["event without action or observation"] += 1
        return []

    def _say(self, channel: str, kind: str, text: str, event: dict[str, Any], line: int, code: str | None = None) -> None:
        at = event.get("timestamp")
        self.events.append(Event("", 0, "agent", channel, kind, code, text, step=max(0, self.chat.steps - 1) or None, at=at if isinstance(at, str) else None, line=line))

    def _action(self, event: dict[str, Any], line: int) -> list[Made]:
        action, args = event.get("action"), event.get("args")
        args = args if isinstance(args, dict) else {}
        name = action if isinstance(action, str) else ""
        message: dict[str, Any] = {"timestamp": event.get("timestamp")}
        if name in _SILENT:
            self.skipped[name] += 1
            return []
        if name == "system" or (name == "message" and event.get("source") != "agent"):
            return self.chat.feed({**message, "role": "system" if name == "system" else "user", "content": args.get("content", event.get("message"))}, line)
        meta = event.get("tool_call_metadata")
        call_id, response = (meta.get("tool_call_id"), meta.get("model_response")) if isinstance(meta, dict) else (None, None)
        message |= {"role": "assistant", "content": args.get("content") or args.get("thought") or (event.get("message") if name in ("message", "finish") else "")}
        if name == "message":
            return self.chat.feed(message, line)
        arguments: object = args
        if isinstance(response, dict):
            message |= self._response(response)
            arguments = _arguments(response, call_id) or args
        tool = meta.get("function_name") if isinstance(meta, dict) else None
        if call_id is None:
            call_id = f"event-{event.get('id')}"
        self._calls[_key(event.get("id"))] = str(call_id)
        message["tool_calls"] = [{"id": call_id, "name": tool or name, "arguments": arguments}]
        return self.chat.feed(message, line)

    def _response(self, response: dict[str, Any]) -> dict[str, Any]:
        """Model, tokens and reasoning of a model response, the first time that it is seen: it is repeated on each of its events."""
        found: dict[str, Any] = {"model": response.get("model")}
        choice = response["choices"][0] if isinstance(response.get("choices"), list) and response["choices"] else None
        message = choice.get("message") if isinstance(choice, dict) else None
        key = str(response.get("id"))
        if key not in self._responses:
            self._responses.add(key)
            found["usage"] = response.get("usage")
            found["finish_reason"] = choice.get("finish_reason") if isinstance(choice, dict) else None
            if isinstance(message, dict):
                found["reasoning_content"] = message.get("reasoning_content")
                if message.get("content"):
                    found["content"] = message["content"]
        return found

    def _observation(self, event: dict[str, Any], line: int) -> list[Made]:
        kind, extras = event.get("observation"), event.get("extras")
        extras = extras if isinstance(extras, dict) else {}
        name = kind if isinstance(kind, str) else ""
        if name == "agent_state_changed":
            state = extras.get("agent_state")
            if isinstance(state, str):
                self.state = state
                if state in _ENDED:
                    reason = text_of(extras.get("reason"))
                    self._say("harness_enum", "agent_state", f"{state} {reason}".strip(), event, line, state)
                    if reason.startswith("STATUS$"):
                        self._say("harness_enum", "status", reason, event, line, reason)
            return []
        cause = _key(event.get("cause"))
        meta = event.get("tool_call_metadata")
        call_id = self._calls.get(cause) or (meta.get("tool_call_id") if isinstance(meta, dict) else None)
        if name in _SILENT and call_id is None:
            self.skipped[name] += 1
            return []
        content = text_of(event.get("content", event.get("message")))
        if call_id is None and name == "error":
            self._say("agent_event", "error", content, event, line)
        metadata = extras.get("metadata")
        code = integer(extras.get("exit_code", metadata.get("exit_code") if isinstance(metadata, dict) else None))
        failed = True if name == "error" or event.get("success") is False else None
        return self.chat.feed({"role": "tool", "tool_call_id": call_id, "content": content, "exit_code": code, "is_error": failed, "timestamp": event.get("timestamp")}, line)

    def _kind(self, kind: str, event: dict[str, Any], line: int) -> list[Made]:
        at, call_id = event.get("timestamp"), event.get("tool_call_id")
        if kind == "MessageEvent":
            message = event.get("llm_message")
            return self.chat.feed({**message, "timestamp": at} if isinstance(message, dict) else {"role": "user", "content": message}, line)
        if kind == "SystemPromptEvent":
            return self.chat.feed({"role": "system", "content": event.get("system_prompt"), "timestamp": at}, line)
        if kind == "ActionEvent":
            call = event.get("tool_call")
            arguments = call.get("arguments") if isinstance(call, dict) else None
            return self.chat.feed(
                {
                    "role": "assistant",
                    "content": event.get("thought"),
                    "reasoning_content": event.get("reasoning_content"),
                    "thinking_blocks": event.get("thinking_blocks"),
                    "timestamp": at,
                    "tool_calls": [{"id": call_id, "name": event.get("tool_name"), "arguments": arguments if arguments is not None else event.get("action")}],
                },
                line,
            )
        if kind == "ACPToolCallEvent":
            return self.chat.feed(
                {"role": "assistant", "content": "", "timestamp": at, "tool_calls": [{"id": call_id, "name": event.get("title"), "arguments": event.get("raw_input")}]}, line
            )
        if kind in ("ObservationEvent", "AgentErrorEvent", "UserRejectObservation"):
            observation = event.get("observation")
            body = observation if isinstance(observation, dict) else {"content": event.get("error", event.get("rejection_reason")), "is_error": kind == "AgentErrorEvent"}
            content = text_of(body.get("content", body.get("output", body.get("error"))) if any(k in body for k in ("content", "output", "error")) else strip_base64(dumps(body)))
            failed = body.get("is_error") if isinstance(body.get("is_error"), bool) else None
            return self.chat.feed({"role": "tool", "tool_call_id": call_id, "content": content, "is_error": failed, "exit_code": body.get("exit_code"), "timestamp": at}, line)
        if kind == "ConversationErrorEvent":
            self._say("agent_event", "error", text_of(event.get("detail")), event, line, text_of(event.get("code")) or None)
        elif kind == "ConversationStateUpdateEvent":
            self._state(event)
        elif kind == "InterruptEvent":
            self._say("limit", "limit", text_of(event.get("detail", event.get("reason"))) or kind, event, line, "operator")
        elif kind in ("PauseEvent", "Condensation", "CondensationSummaryEvent"):
            self._say("agent_event", kind, text_of(event.get("summary")), event, line)
        elif kind not in _SILENT:
            self.chat.unknown[kind[:80]] += 1
        return []

    def _state(self, event: dict[str, Any]) -> None:
        key, value = event.get("key"), event.get("value")
        if key == "execution_status" and isinstance(value, str):
            self.state = value
        elif key == "stats":
            self.stats(value)
        elif key == "full_state" and isinstance(value, dict):
            self.stats(value.get("stats"))
            if isinstance(value.get("execution_status"), str):
                self.state = value["execution_status"]

    def stats(self, value: object) -> None:
        """Take tokens and cost from a statistics record; the last one is the total."""
        usages = value.get("usage_to_metrics") if isinstance(value, dict) else None
        if not isinstance(usages, dict) or not usages:
            return
        totals = [0, 0]
        cost = 0.0
        for metrics in usages.values():
            if isinstance(metrics, dict):
                cost += number(metrics.get("accumulated_cost")) or 0.0
                used = metrics.get("accumulated_token_usage")
                if isinstance(used, dict):
                    totals[0] += integer(used.get("prompt_tokens")) or 0
                    totals[1] += integer(used.get("completion_tokens")) or 0
        self.tokens, self.cost = (totals[0], totals[1]), cost


def _key(value: object) -> object:
    return value if isinstance(value, (int, str)) else None


def _arguments(response: dict[str, Any], call_id: object) -> object:
    """The arguments as the model wrote them (JSON text) of one of a response's calls."""
    try:
        for call in response["choices"][0]["message"]["tool_calls"]:
            if call.get("id") == call_id:
                return call["function"]["arguments"]
    except (KeyError, IndexError, TypeError, AttributeError):
        return None
    return None
