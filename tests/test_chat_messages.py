"""The traps of chat messages: repeated ids, results without calls, base64, deep nesting, legacy shapes."""

from __future__ import annotations

from typing import Any

import pytest

from triage.formats.chat_messages import Converter, convert
from triage.model import Event, Problem, Step, ToolCall


def call(identity: str | None, name: str, arguments: str = "{}") -> dict[str, Any]:
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": arguments}}


def test_a_repeated_id_binds_to_the_most_recent_call() -> None:
    turns: list[object] = []
    for number in range(3):
        turns += [{"role": "assistant", "tool_calls": [call("same", "f", f'{{"n":{number}}}')]}, {"role": "tool", "tool_call_id": "same", "content": f"r{number}"}]
    calls = [made for made in convert(turns, "r", None) if isinstance(made, ToolCall)]
    assert [(made.call, made.step, made.arguments, made.result, made.result_step) for made in calls] == [(n, 2 * n, f'{{"n":{n}}}', f"r{n}", 2 * n + 1) for n in range(3)]


def test_results_without_an_id_go_to_the_call_of_that_name_else_to_the_oldest() -> None:
    messages = [
        {"role": "assistant", "tool_calls": [call("1", "a"), call("2", "b"), call("3", "c")]},
        {"role": "tool", "name": "b", "content": "rb"},
        {"role": "tool", "content": "ra"},
    ]
    results = {made.name: made.result for made in convert(messages, "r", None) if isinstance(made, ToolCall)}
    assert results == {"a": "ra", "b": "rb", "c": None}


def test_a_result_without_a_call_is_kept_as_a_step() -> None:
    made = list(convert([{"role": "tool", "tool_call_id": "x", "content": "late"}], "r", None))
    assert [(step.role, step.text) for step in made if isinstance(step, Step)] == [("tool", "late")]
    assert not [record for record in made if isinstance(record, ToolCall)]


def test_legacy_function_calls() -> None:
    messages = [{"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{"}}, {"role": "function", "name": "f", "content": "out"}]
    (made,) = [record for record in convert(messages, "r", None) if isinstance(record, ToolCall)]
    assert (made.name, made.arguments, made.result) == ("f", "{", "out")


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * 4000}},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 4000}},
        {"type": "input_audio", "input_audio": {"format": "wav", "data": "A" * 4000}},
        {"type": "image", "data": "A" * 4000, "mimeType": "image/png"},
        {"inlineData": {"mimeType": "image/png", "data": "A" * 4000}},
    ],
)
def test_base64_is_replaced_by_its_size(block: dict[str, Any]) -> None:
    (step,) = [made for made in convert([{"role": "user", "content": [block]}], "r", None) if isinstance(made, Step)]
    assert step.text.endswith("3000 bytes]")


def test_a_synthetic_message_ends_the_run_only_if_the_model_says_nothing_more() -> None:
    error = {"role": "assistant", "model": "<synthetic>", "isApiErrorMessage": True, "content": "API Error: 529"}
    for messages, terminal in (([error], True), ([error, {"role": "assistant", "content": "on we go"}], False)):
        events = [made for made in convert(messages, "r", None) if isinstance(made, Event)]
        assert [(event.channel, event.is_terminal, event.step) for event in events] == [("synthetic_message", terminal, 0)]


def test_nesting_without_end_is_told_not_raised() -> None:
    deep: Any = "x"
    for _ in range(900):
        deep = [{"type": "tool_result", "content": deep}]
    made = list(convert([{"role": "user", "content": deep}, {"role": "user", "content": "next"}], "r", None))
    assert [step.text for step in made if isinstance(step, Step)][-1] == "next"


def test_reasoning_items_go_to_the_answer_after_them() -> None:
    items = [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "why"}]},
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"},
        {"type": "reasoning", "summary": []},
    ]
    made = list(convert(items, "r", None))
    assert [(step.role, step.reasoning) for step in made if isinstance(step, Step)] == [("assistant", "why")]


def test_totals() -> None:
    converter = Converter("r")
    for message in (
        {"role": "user", "content": "q"},
        {"role": "assistant", "model": "m", "content": "a", "usage": {"input_tokens": 1, "cache_read_input_tokens": 10, "output_tokens": 3}},
    ):
        converter.feed(message)
    assert converter.finish() == []
    assert (converter.prompt, converter.final_answer, converter.model, converter.tokens_in, converter.tokens_out) == ("q", "a", "m", 11, 3)


@pytest.mark.parametrize(
    "message",
    [
        None,
        7,
        "x",
        [],
        {},
        {"role": []},
        {"role": {"role": 3}},
        {"role": "tool"},
        {"type": []},
        {"role": "user", "content": [[["x"]]]},
        {"role": "assistant", "tool_calls": [3, None, {}]},
    ],
)
def test_any_shape_is_taken(message: object) -> None:
    made = list(convert([message, {"role": "user", "content": "next"}], "r", "f.jsonl"))
    assert [step.text for step in made if isinstance(step, Step)][-1] == "next"
    assert all(record.severity == "note" for record in made if isinstance(record, Problem))
