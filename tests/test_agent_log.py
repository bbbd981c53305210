"""Logs of agent programs: which lines are retries, which are ends, and what a later sign of life takes back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triage.formats.agent_log import read_log

ENDED = {"type": "event_msg", "payload": {"type": "task_complete", "error": {"message": "x", "codex_error_info": "usage_limit_exceeded"}}}
OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}, "request_id": "r"}
KEYS = ["type", "error", "message", "payload", "item", "data", "result", "code", "codex_error_info", "messages", "content", "role"]
ALIVE = {"type": "assistant", "message": {"model": "m", "content": [{"type": "text", "text": "hello"}]}}


def log(*records: object) -> list[tuple[str, str, str | None, bool, bool]]:
    text = "\n".join(record if isinstance(record, str) else json.dumps(record) for record in records)
    return [(e.channel, e.type, e.code, e.is_retry, e.is_terminal) for e in read_log(text, file=None)]


@pytest.mark.parametrize(
    ("records", "last"),
    [
        ([ALIVE, {"type": "result", "subtype": "success", "result": "done"}], ("agent_event", "result", "success", False, True)),
        ([ALIVE, {"type": "result", "subtype": "success", "is_error": True, "api_error_status": 400, "result": "no money"}], ("agent_event", "result", "400", False, True)),
        ([ALIVE, {"type": "result", "subtype": "success", "result": "API Error: 529"}], ("agent_event", "result", "error", False, True)),
        ([ALIVE, {"type": "result", "subtype": "error_max_turns", "is_error": True}], ("limit", "limit", "steps", False, True)),
        ([{"type": "system", "subtype": "api_retry", "error_status": 529, "error": "overloaded"}], ("agent_event", "api_retry", "529", True, False)),
        (
            [{"type": "assistant", "isApiErrorMessage": True, "error": "rate_limit", "message": {"content": "x"}}],
            ("synthetic_message", "message", "rate_limit", False, True),
        ),
        ([{"type": "assistant", "message": {"model": "<synthetic>", "content": []}}, ALIVE], ("synthetic_message", "message", None, False, False)),
        ([{"type": "error", "message": "Reconnecting... 1/5 (stream disconnected)"}], ("agent_event", "error", None, True, False)),
        ([{"type": "turn.failed", "error": {"message": "usage limit"}}], ("agent_event", "turn.failed", None, False, True)),
        ([{"type": "turn.failed", "error": {"message": "x"}}, {"type": "turn.completed"}], ("agent_event", "turn.completed", "success", False, True)),
        (
            [ENDED],
            ("agent_event", "task_complete", "usage_limit_exceeded", False, True),
        ),
        ([{"type": "result", "status": "error", "error": {"type": "quota", "message": "429"}}], ("agent_event", "result", "quota", False, True)),
        ([{"type": "error", "severity": "warning", "message": "slow"}], ("agent_event", "error", "warning", False, False)),
        ([{"type": "error", "sessionID": "s", "error": {"name": "APIError", "data": {"message": "slow down", "statusCode": 429}}}], ("agent_event", "error", "429", False, True)),
        ([{"type": "message_end", "message": {"role": "assistant", "stopReason": "error", "errorMessage": "terminated"}}], ("agent_event", "message_end", "error", False, True)),
        ([{"type": "auto_retry_start", "attempt": 1, "errorMessage": "overloaded"}], ("agent_event", "auto_retry_start", None, True, False)),
        (
            [OVERLOADED],
            ("api_error_json", "overloaded_error", "overloaded_error", False, True),
        ),
        (['failed: 401 {"error": {"message": "bad key", "code": 401, "status": "UNAUTHENTICATED"}}'], ("api_error_json", "UNAUTHENTICATED", "401", False, True)),
        (["just words"], ("agent_stderr", "lines", None, False, True)),
    ],
)
def test_last_event(records: list[object], last: tuple[str, str, str | None, bool, bool]) -> None:
    assert log(*records)[-1] == last


def test_an_error_in_the_middle_is_found_and_not_terminal() -> None:
    events = log("starting", {"type": "error", "message": "boom"}, ALIVE, *["noise"] * 50, {"type": "result", "subtype": "success", "result": "ok"})
    assert ("agent_event", "error", None, False, False) in events
    assert [event[4] for event in events] == [False, False, False, True]


def test_a_subagent_that_dies_does_not_end_the_run() -> None:
    assert log({"type": "assistant", "parent_tool_use_id": "t1", "isApiErrorMessage": True, "message": {"content": "x"}})[-1][4] is False


def test_a_long_block_keeps_its_ends_and_its_errors() -> None:
    text = "\n".join(["first", *["quiet line"] * 20000, "the quota is used up", *["quiet line"] * 20000, "last"])
    (event,) = read_log(text, file="a.txt")
    assert event.text.startswith("first")
    assert event.text.endswith("last")
    assert "the quota is used up" in event.text
    assert len(event.text) < 80_000


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.sampled_from(["result", "error", "assistant", "item.completed", "auto_retry_end", "event_msg"])),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
        ),
        max_leaves=20,
    )
)
def test_no_line_raises(value: object) -> None:
    for event in read_log(json.dumps(value), file=None):
        assert isinstance(event.text, str)
        assert event.code is None or isinstance(event.code, str)
