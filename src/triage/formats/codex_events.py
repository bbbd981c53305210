"""Lifecycle records of Codex (`event_msg`): turns, tokens, errors; and words where a file has no items for them."""

from __future__ import annotations

from typing import Any

from triage.formats.codex_turns import Turns, text_of_parts
from triage.formats.files import dumps, integer, number
from triage.formats.rows import sub, text_field
from triage.formats.session import http_code

_QUIET = frozenset({"task_started", "turn_started", "agent_reasoning_raw_content", "agent_reasoning_section_break", "context_compacted", "item_started", "session_configured"}) | {
    "exec_approval_request", "apply_patch_approval_request", "web_search_begin", "web_search_end", "image_generation_end", "view_image_tool_call", "patch_apply_begin",
    "patch_apply_end", "mcp_tool_call_begin", "mcp_tool_call_end", "exec_command_begin", "exec_command_end", "exec_command_output_delta", "plan_update", "turn_diff",
    "entered_review_mode", "exited_review_mode", "undo_completed", "undo_started", "background_event", "thread_name_updated", "thread_settings_applied", "mcp_startup_complete",
    "mcp_startup_update", "dynamic_tool_call_request", "dynamic_tool_call_response", "collab_agent_spawn_end", "collab_agent_interaction_end", "collab_waiting_end",
    "collab_close_end", "thread_goal_updated", "hook_started", "hook_completed", "model_reroute", "deprecation_notice", "elicitation_request", "sub_agent_activity",
    "raw_response_item",
}  # fmt: skip


def error_code(info: object) -> str | None:
    """The code in a `codex_error_info`: a word, or an object of a word and an HTTP status."""
    if isinstance(info, str):
        return info
    if isinstance(info, dict) and info:
        name, value = next(iter(info.items()))
        status = sub(value).get("http_status_code")
        return str(status) if isinstance(status, int) else str(name)
    return None


def is_retry(text: str) -> bool:
    """Whether an error's words say that the program goes on trying."""
    low = text[:200].lower()
    return low.startswith("reconnecting") or "falling back from websockets" in low or ("retrying" in low and not low.startswith("exceeded retry limit"))


def event_message(turns: Turns, payload: dict[str, Any], fallback: set[str], *, replaying: bool) -> None:
    """Take one record. fallback: whose words this file has only in such records (`user`, `assistant`, `reasoning`)."""
    kind = payload.get("type")
    words = text_field(payload, "message", "text") or ""
    if kind == "token_count":
        _tokens(turns, payload, replaying=replaying)
    elif kind == "user_message":
        if "user" in fallback:
            turns.message("user", words)
        elif turns.prompt is None and not replaying and turns.branch is None:
            turns.prompt = words or None
    elif kind == "agent_message":
        if "assistant" in fallback:
            turns.message("assistant", words)
    elif kind == "agent_reasoning":
        if "reasoning" in fallback:
            turns.reasoning(words)
    elif kind == "item_completed":
        _item(turns, sub(payload, "item"), fallback)
    elif kind in ("task_complete", "turn_complete"):
        _complete(turns, payload, str(kind))
    elif kind == "turn_aborted":
        reason = text_field(payload, "reason") or "aborted"
        turns.say("turn_aborted", reason, code=reason)
        turns.run = turns.run._replace(exit_status=reason)
        if reason == "budget_limited":
            turns.say("limit", reason, channel="limit", code="cost")
        turns.close()
    elif kind in ("error", "stream_error", "warning", "guardian_warning"):
        code = error_code(payload.get("codex_error_info"))
        turns.say(str(kind), words or dumps(payload), code=http_code(words) or code, retry=kind != "error" or is_retry(words))
    elif kind == "thread_rolled_back":
        turns.roll_back(integer(payload.get("num_turns")) or 0)
    elif not (isinstance(kind, str) and kind in _QUIET):
        turns.unknown[f"event {str(kind)[:60]}"] += 1


def _complete(turns: Turns, payload: dict[str, Any], kind: str) -> None:
    error = payload.get("error")
    if isinstance(error, (dict, str)) and error:
        text = error if isinstance(error, str) else text_field(error, "message") or dumps(error)
        info = error_code(sub(error).get("codex_error_info"))
        turns.say(kind, text, code=info or http_code(text) or "error")
        turns.run = turns.run._replace(exit_status=info or "error")
        if info in ("context_window_exceeded", "session_budget_exceeded"):
            turns.say("limit", text, channel="limit", code="context" if info.startswith("context") else "cost")
    else:
        turns.say(kind, "", code="success")
        turns.run = turns.run._replace(exit_status=kind)
    turns.close()


def _item(turns: Turns, item: dict[str, Any], fallback: set[str]) -> None:
    """Words of an item in files that keep only these."""
    kind = str(item.get("type")).replace("_", "").lower()
    words = text_of_parts(item.get("content")) or text_field(item, "text", "message") or ""
    if kind == "usermessage" and "user" in fallback:
        turns.message("user", words)
    elif kind == "agentmessage" and "assistant" in fallback:
        turns.message("assistant", words)
    elif kind == "reasoning" and "reasoning" in fallback:
        turns.reasoning(text_of_parts(item.get("summary_text")) or words)


def _tokens(turns: Turns, payload: dict[str, Any], *, replaying: bool) -> None:
    """Totals are cumulative: the last one counts. Quota that is used up is told, for nothing else tells of it."""
    limits = sub(payload, "rate_limits")
    used = [number(sub(limits, key).get("used_percent")) or 0.0 for key in ("primary", "secondary")]
    if max(used) >= 100.0 and not replaying:
        turns.say("rate_limits", dumps(limits), code="used_up")
    total = sub(payload, "info", "total_token_usage") or ({} if "info" in payload else payload)
    given, made = integer(total.get("input_tokens")), integer(total.get("output_tokens"))
    if replaying or (given is None and made is None):
        return
    turns.run = turns.run._replace(tokens_in=given, tokens_out=made)
    last = sub(payload, "info", "last_token_usage")
    if last:
        turns.tokens(last)
