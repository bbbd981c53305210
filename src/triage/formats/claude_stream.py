"""What `claude -p` prints with `--output-format stream-json` or `json`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from triage.errors import BadInput
from triage.formats import files
from triage.formats.claude_session import Builder
from triage.formats.conversation import stem
from triage.formats.places import place_task
from triage.formats.rows import listed, sub, text_field
from triage.formats.source import Source
from triage.formats.stamps import iso
from triage.model import Record, Run

NAME = "claude_stream"
TITLE = "claude -p output (stream-json, json)"
WHERE = "docs/formats.md#claude_stream"

_LINE = re.compile(rb"(?:^|\n)\s*[\[{]")
_INIT = re.compile(rb'"subtype"\s*:\s*"init"')
_RESULT = re.compile(rb'"type"\s*:\s*"result"')
_FACTS = re.compile(rb'"(?:is_error|num_turns|duration_api_ms|total_cost_usd|cost_usd)"\s*:')
_QUIET = frozenset({"stream_event", "tool_use_summary", "auth_status", "prompt_suggestion", "keep_alive", "control_request", "control_response", "files_persisted"})
_LIMITS = {"error_max_turns": "steps", "error_max_budget_usd": "cost", "error_max_structured_output_retries": "custom"}
_API = re.compile(r"^(?:API Error|Credit balance is too low|Prompt is too long|Invalid API key|Please run /login|Not logged in|Claude AI usage limit reached|You've hit your)")


def recognise(source: Source) -> bool:
    """JSON lines (maybe among prose) with an `init` line that lists tools, or with a `result`; or such a document."""
    if source.is_dir or not any(ending in source.name for ending in (".jsonl", ".json", ".ndjson", ".txt", ".log")):
        return False
    head = source.head
    if b'"session_id"' not in head or b'"sessionId"' in head or _LINE.search(head) is None:
        return False
    if _INIT.search(head):
        return b'"tools"' in head
    return _RESULT.search(head) is not None and _FACTS.search(head) is not None and b'"subtype"' in head


def read(source: Source) -> Iterator[Record]:
    """The session that was printed."""
    builder = Builder(Run(stem(source.path), "", agent="claude-code", source=source.display, format=NAME))
    found = re.search(rb'"session_id"\s*:\s*"([^"\\]{1,100})"', source.head)
    if found:
        builder.run = builder.run._replace(run_id=found[1].decode("utf-8", "replace"))
    ended, any_line = False, False
    for number, line in _lines(source, builder):
        any_line = True
        ended = line.get("type") == "result" or ended
        _take(builder, line, number)
    if not any_line:
        yield from builder.problems
        return
    cwd = sub(files.loads(builder.run.meta)).get("cwd") if builder.run.meta else None
    builder.run = builder.run._replace(task_id=place_task(cwd, builder.prompt, builder.run.run_id), truncated=builder.run.truncated or not ended)
    yield from builder.records()


def _lines(source: Source, builder: Builder) -> Iterator[tuple[int, dict[str, Any]]]:
    """The records of the file; prose between them becomes events, damage becomes problems."""
    start = source.head.removeprefix(files.BOM).lstrip()
    if start.startswith(b"[") or b"\n" in start[:3] or (source.name.endswith(".json") and not start.startswith(b'{"')):
        try:
            value = files.read_json(source.path)
        except BadInput as error:
            builder.problems.append(files.problem(source.display, error))
            return
        yield from ((index, line) for index, line in enumerate(value if isinstance(value, list) else [value]) if isinstance(line, dict))
        return
    prose: list[str] = []
    for line in files.iter_jsonl(source.path, source.display):
        if line.value is None and line.problem is None:
            prose.append(files.decode(line.raw))
            continue
        _say_prose(builder, prose, line.number)
        if line.problem is not None:
            builder.problems.append(line.problem)
            if line.problem.kind in ("truncated_line", "bad_compression"):
                builder.run = builder.run._replace(truncated=True)
        elif isinstance(line.value, dict):
            yield line.number, line.value
    _say_prose(builder, prose, None)


def _say_prose(builder: Builder, prose: list[str], before: int | None) -> None:
    """A block of plain lines between the records, as one event."""
    if prose:
        text = "\n".join(prose)
        builder.say("lines", text if len(text) <= 16000 else f"{text[:8000]}\n[...]\n{text[-8000:]}", channel="agent_stderr", line=max(1, before - len(prose)) if before else None)
        prose.clear()


def _take(builder: Builder, line: dict[str, Any], number: int) -> None:
    kind = line.get("type")
    parent, at = line.get("parent_tool_use_id"), iso(line.get("timestamp"))
    branch = f"subagent:{parent}" if isinstance(parent, str) and parent else None
    if kind == "assistant":
        builder.assistant(line, number, branch, at)
    elif kind == "user":
        builder.user(line, number, branch, at)
    elif kind == "system":
        _system(builder, line, number, at)
    elif kind == "result":
        _result(builder, line, number, at)
    elif kind == "rate_limit_event":
        info = sub(line, "rate_limit_info")
        if info.get("status") not in ("allowed", "allowed_warning", None):
            builder.say("rate_limit_event", files.dumps(info), code=text_field(info, "status"), retry=True, at=at, line=number)
    elif kind == "tool_progress":
        retry = sub(line, "subagent_retry")
        if retry:
            builder.say("subagent_retry", files.dumps(retry), code=files.string(retry.get("error_status")), retry=True, at=at, line=number)
    elif kind == "error":
        error = line.get("error")
        code = text_field(sub(line, "error"), "type")
        builder.say("error", text_field(sub(line, "error"), "message") or files.string(error) or files.dumps(line), code=code, at=at, line=number)
    elif not isinstance(kind, str) or kind not in _QUIET:
        builder.unknown[f"line {str(kind)[:60]}"] += 1


def _system(builder: Builder, line: dict[str, Any], number: int, at: str | None) -> None:
    kind = line.get("subtype")
    if kind == "init":
        meta = {key: line[key] for key in ("cwd", "claude_code_version", "permissionMode", "apiKeySource") if isinstance(line.get(key), str)}
        builder.run = builder.run._replace(model=builder.run.model or text_field(line, "model"), meta=builder.run.meta or (files.dumps(meta) if meta else None))
    elif kind == "api_retry":
        status = line.get("error_status")
        words = text_field(line, "error") or "retry"
        code = str(status) if isinstance(status, (int, str)) and not isinstance(status, bool) else None
        builder.say("api_retry", f"{words} (retry {line.get('attempt')}/{line.get('max_retries')})", code=code, retry=True, at=at, line=number)
    elif kind == "compact_boundary":
        builder.say("compact_boundary", "compacted", code=text_field(sub(line, "compact_metadata"), "trigger"), at=at, line=number)
    elif isinstance(kind, str) and kind.startswith("model_refusal"):
        builder.say(kind, text_field(line, "content") or kind, retry=kind == "model_refusal_fallback", at=at, line=number)


def _result(builder: Builder, line: dict[str, Any], number: int, at: str | None) -> None:
    """The closing record. A death by the API says `subtype: success` too: its status and text tell."""
    words = text_field(line, "result") or "\n".join(files.string(error) or "" for error in listed(line.get("errors")))
    subtype, status = text_field(line, "subtype"), line.get("api_error_status")
    reason = text_field(line, "terminal_reason")
    bad = line.get("is_error") is True or status is not None or (subtype or "").startswith("error") or _API.match(words) is not None
    code = subtype or ("error" if bad else "success")
    if bad and isinstance(status, (int, str)) and not isinstance(status, bool):
        code = str(status)
    elif bad and code == "success":
        code = reason or "error"
    builder.say("result", words if bad else "", code=code, at=at, line=number)
    limit = _LIMITS.get(subtype or "") or ("context" if reason == "blocking_limit" else None)
    if limit:
        builder.say("limit", words or reason or subtype or "", channel="limit", code=limit, at=at, line=number)
    cost = files.number(line.get("total_cost_usd", line.get("cost_usd")))
    duration = files.number(line.get("duration_ms"))
    tokens_in, tokens_out = _tokens(line)
    run = builder.run
    builder.run = run._replace(
        exit_status=reason if bad and subtype == "success" and reason else subtype or run.exit_status,
        cost_usd=cost if cost is not None else run.cost_usd,
        duration_s=(run.duration_s or 0.0) + duration / 1000 if duration is not None else run.duration_s,
        tokens_in=tokens_in if tokens_in is not None else run.tokens_in,
        tokens_out=tokens_out if tokens_out is not None else run.tokens_out,
        final_answer=run.final_answer if bad or not words else words,
    )


def _tokens(line: dict[str, Any]) -> tuple[int | None, int | None]:
    """Tokens of the whole session: per model where that is told (subagents included), else those of the main conversation."""
    records = [
        (record, ("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"), "outputTokens") for record in sub(line, "modelUsage").values() if isinstance(record, dict)
    ]
    records = records or [(sub(line, "usage"), ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"), "output_tokens")]
    given = [count for record, keys, _ in records for key in keys if (count := files.integer(record.get(key))) is not None]
    made = [count for record, _, key in records if (count := files.integer(record.get(key))) is not None]
    return (sum(given) if given else None), (sum(made) if made else None)
